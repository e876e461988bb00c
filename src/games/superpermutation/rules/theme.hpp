#pragma once

#include "games/shared/themes.hpp"

namespace octomate::superpermutation {

/// One for each theme: name, meaning, points for how hidden and how paradoxical such a mate is, its place
/// among those that lead (the rarer ones, among economical puzzles from play, stand before the more common
/// ones), and how pure its picture is; see ThemeDefinition. A "mate" is a move that wins on one of the faces,
/// a "bound" face one that binds the move to its file. In a mate in more than one, the forced first moves
/// take the place of the mates.
// clang-format off
inline constexpr auto theme_definitions = games::with_common_themes(
    std::to_array<ThemeDefinition>({
    {"cascade",
     "a mate swaps with one or more pieces", 0, 0, 0},
    {"cascade-1",
     "a mate whose cascade is one swap long", 8, 5, 26},
    {"cascade-2",
     "a mate whose cascade is two swaps long", 14, 9, 21},
    {"cascade-3",
     "a mate whose cascade is three swaps long", 19, 13, 18},
    {"cascade-4",
     "a mate whose cascade is four swaps long", 23, 16, 8},
    {"cascade-5",
     "a mate whose cascade is five swaps long", 27, 19, 5},
    {"cascade-6",
     "a mate whose cascade is six swaps long", 30, 21, 3},
    {"cascade-7",
     "a mate whose cascade is seven swaps long", 32, 22, 2},
    {"through-own-men",
     "a mate's cascade passes a piece of the mover's own side, not its king", 2, 1, 0},
    {"through-enemy-men",
     "a mate's cascade passes a piece of the opponent's, not the king", 2, 1, 0},
    {"through-king",
     "a mate's cascade passes a king, own or enemy", 8, 8, 11},
    {"pushed-king",
     "a mate's cascade pushes the opponent's king to the square where he is mate", 14, 16, 9},
    {"stopped-cascade",
     "a mate's check ends its cascade: the square in front of the mover's last is occupied", 3, 2, 25},
    {"teleport",
     "a mate is a teleport", 12, 9, 12},
    {"king-capture",
     "a mate is a capture by the king", 3, 0, 1},
    {"promotion",
     "a mate promotes the pawn that moves", 2, 3, 15},
    {"underpromotion",
     "a mate promotes the pawn that moves to a rook, bishop or knight", 5, 3, 0},
    {"cascade-promotion",
     "a mate promotes the pawn that moves at the end of a cascade", 10, 9, 10},
    {"forced-promotion",
     "a mate's cascade pushes a pawn of the opponent's to its last rank, where it promotes", 16, 18, 4},
    {"discovered-check",
     "a mate in which a piece that did not move attacks the king, which did not move either", 9, 8, 13},
    {"double-check",
     "a mate in which two or more pieces attack the king", 3, 3, 17},
    {"displaced-man",
     "a mate in which a piece displaced by the cascade, or the king's teleport partner, attacks the king", 12, 10, 19},
    {"pawn-mate",
     "a mate in which a pawn attacks the king", 3, 4, 20},
    {"smothered-mate",
     "a mate in which every square next to the king holds one of its own pieces", 2, 7, 16},
    {"pure-mate",
     "a mate in which each square next to the king holds a piece of its own side or is attacked by one piece, not both", 0, 0, 29, ShownBy::Any, 5},
    {"model-mate",
     "a pure mate in which every officer of the winner takes part: attacks there, or pins", 0, 0, 28, ShownBy::Any, 9},
    {"ideal-mate",
     "a model mate in which all pieces on the board take part", 0, 0, 27, ShownBy::Any, 13},
    {"free-move",
     "a mate on a face that leaves the move free", 0, 3, 22, ShownBy::Any, 0, 1, 2},
    {"face-switch",
     "two bound faces or more win, each by its own mates", 0, 0, 24, ShownBy::Any, 0, 2, 2},
    {"lone-cascade",
     "one face alone wins, by one mate, a cascade (the article's first kind)", 2, 2, 0, ShownBy::AllFaces, 0, 1, 1, 1},
    {"only-underpromotion",
     "a pawn mates as a rook, bishop or knight where a queen would not (the article's second kind)", 16, 18, 7},
    {"man-switch",
     "two bound faces win by moves of different pieces (the article's third kind)", 2, 2, 23, ShownBy::Any, 0, 2, 2},
    {"free-choice",
     "a face that leaves the move free wins by two mates or more (the article's fourth kind)", 0, 2, 14, ShownBy::Any, 0, 2, 2},
    {"teleport-switch",
     "two bound faces win by a teleport each (the article's fifth kind)", 8, 12, 6, ShownBy::Any, 0, 2, 2},
    }), {{-8, -4},
                      {"mate in two moves, forced whatever is rolled", "mate in three moves, forced whatever is rolled",
                       "mate in four moves, forced whatever is rolled", "mate in five moves, forced whatever is rolled",
                       "mate in six moves or more, forced whatever is rolled"},
                      "a mate that shows none of the other themes but these two"});
// clang-format on

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
