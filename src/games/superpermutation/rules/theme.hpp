#pragma once

#include "games/shared/themes.hpp"

namespace octomate::superpermutation {

/// The themes of the game. Those that lead are ordered so that the rarer ones, among economical puzzles from
/// play, come before the more common ones. A "mate" is a move that wins on one of the faces, a "bound" face
/// one that binds the move to its file. In a mate in more than one, the forced first moves take the place of
/// the mates.
// clang-format off
inline constexpr auto theme_definitions = games::with_common_themes(
    std::to_array<ThemeDefinition>({
    {.name = "cascade",
     .meaning = "a mate swaps with one or more pieces"},
    {.name = "cascade-1", .hidden = 8, .paradox = 5, .lead = 26,
     .meaning = "a mate whose cascade is one swap long"},
    {.name = "cascade-2", .hidden = 14, .paradox = 9, .lead = 21,
     .meaning = "a mate whose cascade is two swaps long"},
    {.name = "cascade-3", .hidden = 19, .paradox = 13, .lead = 18,
     .meaning = "a mate whose cascade is three swaps long"},
    {.name = "cascade-4", .hidden = 23, .paradox = 16, .lead = 8,
     .meaning = "a mate whose cascade is four swaps long"},
    {.name = "cascade-5", .hidden = 27, .paradox = 19, .lead = 5,
     .meaning = "a mate whose cascade is five swaps long"},
    {.name = "cascade-6", .hidden = 30, .paradox = 21, .lead = 3,
     .meaning = "a mate whose cascade is six swaps long"},
    {.name = "cascade-7", .hidden = 32, .paradox = 22, .lead = 2,
     .meaning = "a mate whose cascade is seven swaps long"},
    {.name = "through-own-men", .hidden = 2, .paradox = 1,
     .meaning = "a mate's cascade passes a piece of the mover's own side, not its king"},
    {.name = "through-enemy-men", .hidden = 2, .paradox = 1,
     .meaning = "a mate's cascade passes a piece of the opponent's, not the king"},
    {.name = "through-king", .hidden = 8, .paradox = 8, .lead = 11,
     .meaning = "a mate's cascade passes a king, own or enemy"},
    {.name = "pushed-king", .hidden = 14, .paradox = 16, .lead = 9,
     .meaning = "a mate's cascade pushes the opponent's king to the square where he is mate"},
    {.name = "stopped-cascade", .hidden = 3, .paradox = 2, .lead = 25,
     .meaning = "a mate's check ends its cascade: the square in front of the mover's last is occupied"},
    {.name = "teleport", .hidden = 12, .paradox = 9, .lead = 12,
     .meaning = "a mate is a teleport"},
    {.name = "king-capture", .hidden = 3, .lead = 1,
     .meaning = "a mate is a capture by the king"},
    {.name = "promotion", .hidden = 2, .paradox = 3, .lead = 15,
     .meaning = "a mate promotes the pawn that moves"},
    {.name = "underpromotion", .hidden = 5, .paradox = 3,
     .meaning = "a mate promotes the pawn that moves to a rook, bishop or knight"},
    {.name = "cascade-promotion", .hidden = 10, .paradox = 9, .lead = 10,
     .meaning = "a mate promotes the pawn that moves at the end of a cascade"},
    {.name = "forced-promotion", .hidden = 16, .paradox = 18, .lead = 4,
     .meaning = "a mate's cascade pushes a pawn of the opponent's to its last rank, where it promotes"},
    {.name = "discovered-check", .hidden = 9, .paradox = 8, .lead = 13,
     .meaning = "a mate in which a piece that did not move attacks the king, which did not move either"},
    {.name = "double-check", .hidden = 3, .paradox = 3, .lead = 17,
     .meaning = "a mate in which two or more pieces attack the king"},
    {.name = "displaced-man", .hidden = 12, .paradox = 10, .lead = 19,
     .meaning = "a mate in which a piece displaced by the cascade, or the king's teleport partner, attacks the king"},
    {.name = "pawn-mate", .hidden = 3, .paradox = 4, .lead = 20,
     .meaning = "a mate in which a pawn attacks the king"},
    {.name = "smothered-mate", .hidden = 2, .paradox = 7, .lead = 16,
     .meaning = "a mate in which every square next to the king holds one of its own pieces"},
    {.name = "pure-mate", .lead = 29, .picture = 5,
     .meaning = "a mate in which each square next to the king holds a piece of its own side or is attacked by one piece, not both"},
    {.name = "model-mate", .lead = 28, .picture = 9,
     .meaning = "a pure mate in which every officer of the winner takes part: attacks there, or pins"},
    {.name = "ideal-mate", .lead = 27, .picture = 13,
     .meaning = "a model mate in which all pieces on the board take part"},
    {.name = "free-move", .paradox = 3, .lead = 22,
     .meaning = "a mate on a face that leaves the move free"},
    {.name = "face-switch", .lead = 24, .least_moves = 2,
     .meaning = "two bound faces or more win, each by its own mates"},
    {.name = "lone-cascade", .hidden = 2, .paradox = 2, .shown_by = ShownBy::AllFaces,
     .meaning = "one face alone wins, by one mate, a cascade (the article's first kind)"},
    {.name = "only-underpromotion", .hidden = 16, .paradox = 18, .lead = 7,
     .meaning = "a pawn mates as a rook, bishop or knight where a queen would not (the article's second kind)"},
    {.name = "man-switch", .hidden = 2, .paradox = 2, .lead = 23, .least_moves = 2,
     .meaning = "two bound faces win by moves of different pieces (the article's third kind)"},
    {.name = "free-choice", .paradox = 2, .lead = 14, .least_moves = 2,
     .meaning = "a face that leaves the move free wins by two mates or more (the article's fourth kind)"},
    {.name = "teleport-switch", .hidden = 8, .paradox = 12, .lead = 6, .least_moves = 2,
     .meaning = "two bound faces win by a teleport each (the article's fifth kind)"},
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
