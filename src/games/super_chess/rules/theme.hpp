#pragma once

#include "games/shared/themes.hpp"

namespace octomate::super_chess {

/// The themes of the game. In a win in more than one move, the forced first moves take the place of the
/// winning moves.
// clang-format off
inline constexpr auto theme_definitions = games::with_common_themes(
    std::to_array<ThemeDefinition>({
    {.name = "high-ground", .hidden = 10, .paradox = 12, .lead = 4,
     .meaning = "a move climbs to the High Ground"},
    {.name = "travel-mate", .hidden = 22, .paradox = 24, .lead = 1,
     .meaning = "a move travels to an earlier state in which the opponent is mated by now"},
    {.name = "travel-escape", .hidden = 8, .paradox = 8, .lead = 7,
     .meaning = "a check would mate, if the opponent could not travel in time"},
    {.name = "travel-only", .hidden = 10, .paradox = 12, .lead = 3,
     .meaning = "the side to move is in check, and nothing but time travel answers it"},
    {.name = "last-king", .hidden = 10, .paradox = 12, .lead = 5,
     .meaning = "a mate captures a king or pope, so that the other one is in check"},
    {.name = "hop", .hidden = 6, .paradox = 6, .lead = 14,
     .meaning = "a mate hops onto a piece of its own side"},
    {.name = "split", .hidden = 6, .paradox = 6, .lead = 13,
     .meaning = "a mate splits a stack"},
    {.name = "split-discovery", .hidden = 9, .paradox = 9, .lead = 6,
     .meaning = "a mate splits a stack, and pieces that did not move attack"},
    {.name = "super-castle", .hidden = 16, .paradox = 17, .lead = 2,
     .meaning = "a mate swaps a king or pope with a Cathedral"},
    {.name = "hyper-castle", .hidden = 15, .paradox = 16, .lead = 8,
     .meaning = "a mate is a hyper castle"},
    {.name = "castling", .hidden = 10, .paradox = 12, .lead = 9,
     .meaning = "a mate is a castling of chess"},
    {.name = "new-pope", .hidden = 7, .paradox = 8, .lead = 10,
     .meaning = "a mate makes a Cardinal a Cowardly Pope"},
    {.name = "left-pawn", .hidden = 12, .paradox = 14, .lead = 11,
     .meaning = "a mate leaves a pawn on its last rank, which is promoted"},
    {.name = "stack-promotion", .hidden = 8, .paradox = 9, .lead = 12,
     .meaning = "a mate promotes the pawn of an MVP or a GOAP"},
    {.name = "promotion", .hidden = 2, .paradox = 3, .lead = 33,
     .meaning = "a mate promotes a pawn that stands alone"},
    {.name = "underpromotion", .hidden = 10, .paradox = 14, .lead = 15,
     .meaning = "a mate promotes to less than a queen, where a queen would not mate"},
    {.name = "en-passant", .hidden = 10, .paradox = 12, .lead = 16,
     .meaning = "a mate captures en passant"},
    {.name = "stack-taken-in-passing", .hidden = 12, .paradox = 14, .lead = 17,
     .meaning = "a mate captures an MVP or a GOAP en passant"},
    {.name = "mvp-mate", .hidden = 1, .paradox = 1, .lead = 20,
     .meaning = "a mate in which an MVP attacks the king"},
    {.name = "cathedral-mate", .hidden = 1, .paradox = 2, .lead = 22,
     .meaning = "a mate in which a Cathedral attacks the king"},
    {.name = "hourglass-mate", .hidden = 1, .paradox = 2, .lead = 23,
     .meaning = "a mate in which an Hourglass attacks the king"},
    {.name = "paladin-mate", .hidden = 3, .paradox = 3, .lead = 24,
     .meaning = "a mate in which a Paladin attacks the king"},
    {.name = "pseudo-queen-mate", .hidden = 1, .paradox = 1, .lead = 25,
     .meaning = "a mate in which a Pseudo Queen attacks the king"},
    {.name = "cardinal-mate", .hidden = 2, .paradox = 2, .lead = 26,
     .meaning = "a mate in which a Cardinal attacks the king"},
    {.name = "hyper-queen-mate", .hidden = 2, .paradox = 2, .lead = 27,
     .meaning = "a mate in which a Hyper Queen attacks the king"},
    {.name = "coward-mate", .hidden = 5, .paradox = 6, .lead = 21,
     .meaning = "a mate in which the rook of a Cowardly King or Pope attacks the king"},
    {.name = "goap-mate", .hidden = 3, .paradox = 3, .lead = 19,
     .meaning = "a mate in which a GOAP attacks the king"},
    {.name = "vatican-mate", .hidden = 2, .paradox = 3, .lead = 18,
     .meaning = "a mate in which a Vatican attacks the king"},
    {.name = "hidden-attack", .hidden = 8, .paradox = 8, .lead = 28,
     .meaning = "a mate in which a stack attacks the king by a split only"},
    {.name = "double-check", .hidden = 4, .paradox = 4, .lead = 29,
     .meaning = "a mate in which two stacks or pieces attack the king"},
    {.name = "discovered-check", .hidden = 8, .paradox = 7, .lead = 30,
     .meaning = "a mate in which a piece that did not move attacks the king"},
    {.name = "pawn-mate", .hidden = 3, .paradox = 5, .lead = 31,
     .meaning = "a mate in which a pawn alone on its square attacks the king"},
    {.name = "smothered-mate", .hidden = 3, .paradox = 7, .lead = 32,
     .meaning = "a mate in which every square next to the king holds one of its own pieces"},
    {.name = "pure-mate", .lead = 36, .picture = 5,
     .meaning = "a mate in which each square next to the king holds a piece of its own side or is attacked by one stack, not both"},
    {.name = "model-mate", .lead = 35, .picture = 9,
     .meaning = "a pure mate in which every officer of the winner takes part: attacks there, or pins"},
    {.name = "ideal-mate", .lead = 34, .picture = 13,
     .meaning = "a model mate in which all pieces on the board take part"},
    {.name = "sacrifice", .hidden = 4, .paradox = 4, .lead = 37,
     .meaning = "a mate by a piece that stands where an enemy other than the king attacks it, and cannot be taken"},
    }), {{-6, -3},
                      {"forced win in two moves", "forced win in three moves", "forced win in four moves",
                       "forced win in five moves", "forced win in six moves or more"},
                      "a win that shows none of the other themes but these two"});
// clang-format on

inline constexpr ThemeCatalogue theme_catalogue{theme_definitions};

/// The theme of a name that the catalogue has.
template <ThemeName name>
constexpr ThemeNumber operator""_theme() {
    return theme_named<theme_catalogue, name>;
}

}  // namespace octomate::super_chess
