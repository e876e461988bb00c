#pragma once

#include "games/shared/themes.hpp"

namespace octomate::superpermutation {

/// The themes of the game. Those that lead are ordered so that the rarer ones, among economical puzzles from
/// play, come before the more common ones. A "mate" is a move that wins on one of the faces, a "bound" face
/// one that binds the move to its file. In a mate in more than one, the forced first moves take the place of
/// the mates.
inline constexpr auto theme_definitions = games::with_common_themes(
    std::to_array<ThemeDefinition>({
#include "games/superpermutation/rules/themes.inc"
    }),
    {{-8, -4},
     {"mate in two moves, forced whatever is rolled", "mate in three moves, forced whatever is rolled",
      "mate in four moves, forced whatever is rolled", "mate in five moves, forced whatever is rolled",
      "mate in six moves or more, forced whatever is rolled"},
     "a mate that shows none of the other themes but these two"});

inline constexpr ThemeCatalogue theme_catalogue{theme_definitions};

/// The theme of a name that the catalogue has.
template <ThemeName name>
constexpr ThemeNumber operator""_theme() {
    return theme_named<theme_catalogue, name>;
}

/// The theme of a cascade of so many swaps, 1…7.
constexpr ThemeNumber cascade_of(int swaps) {
    return ThemeNumber("cascade"_theme.place() + static_cast<std::size_t>(swaps));
}

}  // namespace octomate::superpermutation
