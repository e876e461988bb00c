#pragma once

#include "games/super_chess/position.hpp"
#include "solver/faces.hpp"

namespace octomate::super_chess {

/// What the winning moves of a position show. `winning`: as `solver::winning_faces` gives them; in a win in
/// `moves` (at least 1) moves, their mates are the forced first moves, of which the themes of a mate's last
/// position (pawn, smothered and model mate) are never asked.
ThemeSet themes_of(const Position& position, const solver::Faces<Position>& winning, int moves = 1);

/// Scores a position by its winning moves and their themes, all as for `themes_of`: sums of points (the
/// README tells which).
Scores scores_of(const Position& position, const solver::Faces<Position>& winning, ThemeSet themes);

}  // namespace octomate::super_chess
