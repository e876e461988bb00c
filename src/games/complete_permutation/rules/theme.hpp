#pragma once

#include "games/shared/themes.hpp"

namespace octomate::complete_permutation {

/// The themes of the game. In a mate in more than one, the forced first moves take the place of the mates.
// clang-format off
inline constexpr auto theme_definitions = games::with_common_themes(
    std::to_array<ThemeDefinition>({
    {.name = "falcon-mate", .hidden = 8, .paradox = 5, .lead = 14,
     .meaning = "a mate in which a piece attacks the king by a falcon's move"},
    {.name = "round-the-corner", .hidden = 8, .paradox = 8, .lead = 7,
     .meaning = "a mate in which a falcon's move attacks the king by one open path of its three"},
    {.name = "winged-mate", .hidden = 2, .paradox = 2, .lead = 20,
     .meaning = "a mate in which a winged piece attacks the king"},
    {.name = "knight-mate", .hidden = 3, .paradox = 2, .lead = 18,
     .meaning = "a mate in which a piece attacks the king by a knight's move"},
    {.name = "double-check", .hidden = 4, .paradox = 4, .lead = 12,
     .meaning = "a mate in which two or more pieces attack the king"},
    {.name = "discovered-check", .hidden = 9, .paradox = 8, .lead = 11,
     .meaning = "a mate in which a piece that did not move attacks the king"},
    {.name = "king-swap", .hidden = 16, .paradox = 18, .lead = 2,
     .meaning = "a mate is a king's exchange with a piece of its own side"},
    {.name = "king-uncovers", .hidden = 10, .paradox = 12, .lead = 5,
     .meaning = "a mate in which the king itself discovers the check"},
    {.name = "long-king-move", .hidden = 8, .paradox = 8, .lead = 6,
     .meaning = "a mate is a king's move of two steps or of a knight's kind"},
    {.name = "en-passant", .hidden = 12, .paradox = 14, .lead = 3,
     .meaning = "a mate captures en passant"},
    {.name = "promotion", .hidden = 2, .paradox = 3, .lead = 16,
     .meaning = "a mate promotes a pawn"},
    {.name = "seventh-rank", .hidden = 7, .paradox = 6, .lead = 10,
     .meaning = "a mate promotes a pawn on the seventh rank"},
    {.name = "underpromotion", .hidden = 10, .paradox = 14, .lead = 4,
     .meaning = "a mate promotes a pawn to a piece, where one of the reserve with as many components, or more, would not mate"},
    {.name = "stays-a-pawn", .hidden = 12, .paradox = 16, .lead = 1,
     .meaning = "a pawn that might promote on the seventh rank mates as a pawn"},
    {.name = "cruelty-avoided", .hidden = 3, .paradox = 4, .lead = 15,
     .meaning = "another move of the side that mates would lose by Mental Cruelty"},
    {.name = "last-rescue", .hidden = 6, .paradox = 7, .lead = 9,
     .meaning = "a mate promotes a pawn to the only piece of the reserve"},
    {.name = "two-pawns", .hidden = 12, .paradox = 13, .lead = 8,
     .meaning = "a mate is a turn of two pawns, neither of which mates alone"},
    {.name = "pawn-mate", .hidden = 3, .paradox = 5, .lead = 13,
     .meaning = "a mate in which a pawn attacks the king"},
    {.name = "smothered-mate", .hidden = 3, .paradox = 7, .lead = 17,
     .meaning = "a mate in which every square next to the king holds one of its own pieces"},
    {.name = "pure-mate", .lead = 24, .picture = 5,
     .meaning = "a mate in which each square next to the king holds a piece of its own side or is attacked by one piece, not both"},
    {.name = "model-mate", .lead = 23, .picture = 9,
     .meaning = "a pure mate in which every officer of the winner takes part: attacks there, or pins"},
    {.name = "ideal-mate", .lead = 22, .picture = 13,
     .meaning = "a model mate in which all pieces on the board take part"},
    {.name = "sacrifice", .hidden = 4, .paradox = 4, .lead = 21,
     .meaning = "a mate by a piece that stands where an enemy piece other than the king attacks it, and cannot be taken"},
    {.name = "long-shot", .hidden = 5, .paradox = 3, .lead = 19,
     .meaning = "a mate by a piece that comes from eight or more squares away"},
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
