#pragma once

#include "games/shared/themes.hpp"

namespace octomate::complete_permutation {

/// Name, meaning, points for what is hidden and what is a paradox, place among those that lead, purity; see
/// ThemeDefinition. In a mate in more than one, the forced first moves take the place of the mates.
// clang-format off
inline constexpr auto theme_definitions = games::with_common_themes(
    std::to_array<ThemeDefinition>({
    {"falcon-mate",
     "a mate in which a piece attacks the king by a falcon's move", 8, 5, 14},
    {"round-the-corner",
     "a mate in which a falcon's move attacks the king by one open path of its three", 8, 8, 7},
    {"winged-mate",
     "a mate in which a winged piece attacks the king", 2, 2, 20},
    {"knight-mate",
     "a mate in which a piece attacks the king by a knight's move", 3, 2, 18},
    {"double-check",
     "a mate in which two or more pieces attack the king", 4, 4, 12},
    {"discovered-check",
     "a mate in which a piece that did not move attacks the king", 9, 8, 11},
    {"king-swap",
     "a mate is a king's exchange with a piece of its own side", 16, 18, 2},
    {"king-uncovers",
     "a mate in which the king itself discovers the check", 10, 12, 5},
    {"long-king-move",
     "a mate is a king's move of two steps or of a knight's kind", 8, 8, 6},
    {"en-passant",
     "a mate captures en passant", 12, 14, 3},
    {"promotion",
     "a mate promotes a pawn", 2, 3, 16},
    {"seventh-rank",
     "a mate promotes a pawn on the seventh rank", 7, 6, 10},
    {"underpromotion",
     "a mate promotes a pawn to a piece, where one of the reserve with as many components, or more, would not mate", 10, 14, 4},
    {"stays-a-pawn",
     "a pawn that might promote on the seventh rank mates as a pawn", 12, 16, 1},
    {"cruelty-avoided",
     "another move of the side that mates would lose by Mental Cruelty", 3, 4, 15},
    {"last-rescue",
     "a mate promotes a pawn to the only piece of the reserve", 6, 7, 9},
    {"two-pawns",
     "a mate is a turn of two pawns, neither of which mates alone", 12, 13, 8},
    {"pawn-mate",
     "a mate in which a pawn attacks the king", 3, 5, 13},
    {"smothered-mate",
     "a mate in which every square next to the king holds one of its own pieces", 3, 7, 17},
    {"pure-mate",
     "a mate in which each square next to the king holds a piece of its own side or is attacked by one piece, not both", 0, 0, 24, ShownBy::Any, 5},
    {"model-mate",
     "a pure mate in which every officer of the winner takes part: attacks there, or pins", 0, 0, 23, ShownBy::Any, 9},
    {"ideal-mate",
     "a model mate in which all pieces on the board take part", 0, 0, 22, ShownBy::Any, 13},
    {"sacrifice",
     "a mate by a piece that stands where an enemy piece other than the king attacks it, and cannot be taken", 4, 4, 21},
    {"long-shot",
     "a mate by a piece that comes from eight or more squares away", 5, 3, 19},
    }), {{-6, -3},
                      {"forced mate in two moves", "forced mate in three moves", "forced mate in four moves",
                       "forced mate in five moves", "forced mate in six moves or more"},
                      "a mate that shows none of the other themes but these two"});
// clang-format on

inline constexpr ThemeCatalogue theme_catalogue{theme_definitions};

/// The theme of a name that the catalogue has.
template <ThemeName name>
constexpr ThemeNumber operator""_theme() {
    return theme_named<theme_catalogue, name>;
}

}  // namespace octomate::complete_permutation
