#pragma once

#include <algorithm>
#include <bit>

#include "games/shared/mate_picture.hpp"
#include "games/superpermutation/rules/position.hpp"
#include "games/superpermutation/rules/theme.hpp"
#include "solver/faces.hpp"

namespace octomate::superpermutation {

/// The squares that a cascade climbs: from its landing square (excluded) to its end (included).
board8::Bitboard climbed(Move move, Color us);

/// The mated king after a winning move of ours.
mate_picture::Mated<board8::Board, board8::Bitboard> mated(const board8::Board& after, Color us);

/// What one winning move shows by itself. `cascades`: whether the rules let the mover cascade here; `mates`:
/// whether the move mates at once.
ThemeSet themes_of_move(const board8::Board& before, Move move, const board8::Board& after, Color us,
                        bool cascades, bool mates);

namespace detail {

/// What the faces show together.
template <class P>
ThemeSet themes_of_faces(const solver::Faces<P>& winning) {
    ThemeSet themes;
    int bound = 0, teleporting = 0;
    board8::Bitboard men = 0;
    for (const auto& face : winning) {
        if (face.freedom == Freedom::Free) {
            themes.insert("free-move"_theme);
            themes.insert_if("free-choice"_theme, face.mates.size() > 1);
            continue;
        }
        ++bound;
        bool teleports = false;
        for (const auto move : face.mates) {
            men |= board8::bit(move.from);
            teleports = teleports || move.teleport();
        }
        teleporting += teleports;
    }
    themes.insert_if("face-switch"_theme, bound > 1);
    themes.insert_if("man-switch"_theme, bound > 1 && std::popcount(men) > 1);
    themes.insert_if("teleport-switch"_theme, teleporting > 1);
    const auto& first = winning.front();
    themes.insert_if("lone-cascade"_theme, winning.size() == 1 && first.roll.face != 0 &&
                                               first.mates.size() == 1 && first.mates.front().swaps > 0);
    return themes;
}

/// Whether a pawn's move mates as something less than a queen, and not as a queen.
template <class P>
bool only_underpromotion(const board8::Board& board, typename P::Move move, const solver::Faces<P>& winning) {
    if (!board8::contains(board.pawns(), move.from) || !move.promotes()) return false;
    auto as_queen = move;
    as_queen.effect = Effect::ToQueen;
    return std::none_of(winning.begin(), winning.end(), [&](const auto& face) {
        return std::find(face.mates.begin(), face.mates.end(), as_queen) != face.mates.end();
    });
}

}  // namespace detail

/// What the winning moves of a position show. `winning`: the faces that win, as `solver::winning_faces` gives
/// them; in a mate in `moves` (at least 1) moves, their mates are the forced first moves, of which the themes
/// of a mate's last position (pawn and smothered mate, pure, model and ideal) are never asked.
template <class P>
ThemeSet themes_of(const P& position, const solver::Faces<P>& winning, int moves = 1) {
    ThemeSet themes;
    if (winning.empty()) return themes;
    const board8::Board& board = position.board();
    const bool cascades = P::cascades_in_check || !position.in_check();
    solver::for_each_key_move<P>(winning, [&](auto move) {
        themes |=
            themes_of_move(board, move, position.play(move).board(), position.turn(), cascades, moves == 1);
        themes.insert_if("only-underpromotion"_theme, detail::only_underpromotion<P>(board, move, winning));
    });
    themes |= detail::themes_of_faces<P>(winning);
    games::insert_common_themes<theme_catalogue>(themes, position.in_check(), moves,
                                                 std::popcount(board.occupied()), board.pawns() != 0);
    return themes;
}

}  // namespace octomate::superpermutation
