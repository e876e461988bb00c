#pragma once

#include "games/shared/themes.hpp"

namespace octomate::complete_permutation {

/// The themes of the game. In a mate in more than one, the forced first moves take the place of the mates.
inline constexpr auto theme_definitions = games::with_common_themes(
    std::to_array<ThemeDefinition>({
#include "games/complete_permutation/rules/themes.inc"
    }),
    {{-6, -3},
     {"forced mate in two moves", "forced mate in three moves", "forced mate in four moves",
      "forced mate in five moves", "forced mate in six moves or more"},
     "a mate that shows none of the other themes but these two"});

inline constexpr ThemeCatalogue theme_catalogue{theme_definitions};

/// The theme of a name that the catalogue has.
template <ThemeName name>
constexpr ThemeNumber operator""_theme() {
    return theme_named<theme_catalogue, name>;
}

}  // namespace octomate::complete_permutation
