#pragma once

#include "games/shared/themes.hpp"

namespace octomate::super_chess {

/// The themes of the game. In a win in more than one move, the forced first moves take the place of the
/// winning moves.
inline constexpr auto theme_definitions = games::with_common_themes(
    std::to_array<ThemeDefinition>({
#include "games/super_chess/rules/themes.inc"
    }),
    {{-6, -3},
     {"forced win in two moves", "forced win in three moves", "forced win in four moves",
      "forced win in five moves", "forced win in six moves or more"},
     "a win that shows none of the other themes but these two"});

inline constexpr ThemeCatalogue theme_catalogue{theme_definitions};

/// The theme of a name that the catalogue has.
template <ThemeName name>
constexpr ThemeNumber operator""_theme() {
    return theme_named<theme_catalogue, name>;
}

}  // namespace octomate::super_chess
