#pragma once

#include <algorithm>
#include <bit>

#include "games/mate_picture.hpp"
#include "games/superpermutation/position.hpp"
#include "games/superpermutation/theme.hpp"
#include "solver/faces.hpp"

namespace octomate::superpermutation {

/// The squares that a cascade climbs: from its landing square (excluded) to its end (included).
board8::Bitboard climbed(Move move, Color us);

/// The mated king after a winning move of ours, and who bars the squares next to him.
mate_picture::Picture<board8::Bitboard> picture_of(const board8::Board& after, Color us);

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
            themes.insert(Theme::FreeMove);
            themes.insert_if(Theme::FreeChoice, face.mates.size() > 1);
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
    themes.insert_if(Theme::FaceSwitch, bound > 1);
    themes.insert_if(Theme::ManSwitch, bound > 1 && std::popcount(men) > 1);
    themes.insert_if(Theme::TeleportSwitch, teleporting > 1);
    const auto& first = winning.front();
    themes.insert_if(Theme::LoneCascade, winning.size() == 1 && first.roll.face != 0 &&
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
    const bool in_check = position.in_check();
    const bool cascades = P::cascades_in_check || !in_check;
    solver::for_each_key_move<P>(winning, [&](auto move) {
        themes |= themes_of_move(position.board(), move, position.play(move).board(), position.turn(),
                                 cascades, moves == 1);
        themes.insert_if(Theme::OnlyUnderpromotion,
                         detail::only_underpromotion<P>(position.board(), move, winning));
    });
    themes |= detail::themes_of_faces<P>(winning);
    themes.insert_if(Theme::InCheck, in_check);
    if (moves > 1) {
        themes.insert(static_cast<Theme>(static_cast<int>(Theme::MateIn2) + std::min(moves, 6) - 2));
    }
    themes.insert_if(Theme::Plain, themes.empty());
    mate_picture::insert_form<Theme>(themes, std::popcount(position.board().occupied()),
                                     position.board().pawns() != 0);
    return themes;
}

}  // namespace octomate::superpermutation
