#pragma once

#include <span>

#include "games/super_chess/rules/position.hpp"
#include "solver/faces.hpp"

namespace octomate::super_chess {

/// What the winning moves of a position show. `winning`: as `solver::winning_faces` gives them; in a win in
/// `moves` (at least 1) moves, their mates are the forced first moves, of which the themes of a mate's last
/// position (pawn and smothered mate, pure, model and ideal) are never asked.
ThemeSet themes_of(const Position& position, const solver::Faces<Position>& winning, int moves = 1);

/// Where the stacks stand, after a winning move, that take part in it: they attack the king or a square next
/// to him, are his own men there, or moved. On the High Ground only who climbed.
Bitboard taking_part(const Position& position, Move move);

/// Whether a collection of the best has a place for a puzzle that these moves win: not for trivial material.
bool presentable(const Position& position, std::span<const Move> keys);

/// Scores a position by its winning moves and their themes, all as for `themes_of`: docs/themes.md says how.
Scores scores_of(const Position& position, const solver::Faces<Position>& winning, ThemeSet themes);

}  // namespace octomate::super_chess
