#pragma once

#include "games/shared/themes.hpp"

namespace octomate::super_chess {

/// Name, meaning, points for what is hidden and what is a paradox, place among those that lead, purity; see
/// ThemeDefinition. In a win in more than one move, the forced first moves take the place of the winning
/// moves.
// clang-format off
inline constexpr auto theme_definitions = games::with_common_themes(
    std::to_array<ThemeDefinition>({
    {"high-ground",
     "a move climbs to the High Ground", 10, 12, 4},
    {"travel-mate",
     "a move travels to an earlier state in which the opponent is mated by now", 22, 24, 1},
    {"travel-escape",
     "a check would mate, if the opponent could not travel in time", 8, 8, 7},
    {"travel-only",
     "the side to move is in check, and nothing but time travel answers it", 10, 12, 3},
    {"last-king",
     "a mate captures a king or pope, so that the other one is in check", 10, 12, 5},
    {"hop",
     "a mate hops onto a piece of its own side", 6, 6, 14},
    {"split",
     "a mate splits a stack", 6, 6, 13},
    {"split-discovery",
     "a mate splits a stack, and pieces that did not move attack", 9, 9, 6},
    {"super-castle",
     "a mate swaps a king or pope with a Cathedral", 16, 17, 2},
    {"hyper-castle",
     "a mate is a hyper castle", 15, 16, 8},
    {"castling",
     "a mate is a castling of chess", 10, 12, 9},
    {"new-pope",
     "a mate makes a Cardinal a Cowardly Pope", 7, 8, 10},
    {"left-pawn",
     "a mate leaves a pawn on its last rank, which is promoted", 12, 14, 11},
    {"stack-promotion",
     "a mate promotes the pawn of an MVP or a GOAP", 8, 9, 12},
    {"promotion",
     "a mate promotes a pawn that stands alone", 2, 3, 33},
    {"underpromotion",
     "a mate promotes to less than a queen, where a queen would not mate", 10, 14, 15},
    {"en-passant",
     "a mate captures en passant", 10, 12, 16},
    {"stack-taken-in-passing",
     "a mate captures an MVP or a GOAP en passant", 12, 14, 17},
    {"mvp-mate",
     "a mate in which an MVP attacks the king", 1, 1, 20},
    {"cathedral-mate",
     "a mate in which a Cathedral attacks the king", 1, 2, 22},
    {"hourglass-mate",
     "a mate in which an Hourglass attacks the king", 1, 2, 23},
    {"paladin-mate",
     "a mate in which a Paladin attacks the king", 3, 3, 24},
    {"pseudo-queen-mate",
     "a mate in which a Pseudo Queen attacks the king", 1, 1, 25},
    {"cardinal-mate",
     "a mate in which a Cardinal attacks the king", 2, 2, 26},
    {"hyper-queen-mate",
     "a mate in which a Hyper Queen attacks the king", 2, 2, 27},
    {"coward-mate",
     "a mate in which the rook of a Cowardly King or Pope attacks the king", 5, 6, 21},
    {"goap-mate",
     "a mate in which a GOAP attacks the king", 3, 3, 19},
    {"vatican-mate",
     "a mate in which a Vatican attacks the king", 2, 3, 18},
    {"hidden-attack",
     "a mate in which a stack attacks the king by a split only", 8, 8, 28},
    {"double-check",
     "a mate in which two stacks or pieces attack the king", 4, 4, 29},
    {"discovered-check",
     "a mate in which a piece that did not move attacks the king", 8, 7, 30},
    {"pawn-mate",
     "a mate in which a pawn alone on its square attacks the king", 3, 5, 31},
    {"smothered-mate",
     "a mate in which every square next to the king holds one of its own pieces", 3, 7, 32},
    {"pure-mate",
     "a mate in which each square next to the king holds a piece of its own side or is attacked by one stack, not both", 0, 0, 36, ShownBy::Any, 5},
    {"model-mate",
     "a pure mate in which every officer of the winner takes part: attacks there, or pins", 0, 0, 35, ShownBy::Any, 9},
    {"ideal-mate",
     "a model mate in which all pieces on the board take part", 0, 0, 34, ShownBy::Any, 13},
    {"sacrifice",
     "a mate by a piece that stands where an enemy other than the king attacks it, and cannot be taken", 4, 4, 37},
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
