#pragma once

#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "core/position.hpp"
#include "draw/scene.hpp"
#include "games/complete_permutation/rules/position.hpp"
#include "games/game.hpp"
#include "players/search.hpp"
#include "solver/faces.hpp"

OCTOMATE_SEARCHES(extern, octomate::complete_permutation::Position)

namespace octomate::complete_permutation {

/// Returns the optional parts of the game (see games/game.hpp) for these switches.
using MakeParts = games::Parts (*)(Switches switches);

/// Returns Complete Permutation Chess, or its variant with turns of two pawns if `two_pawns`. The options of
/// each game are the other rules for the king's swap.
std::unique_ptr<const games::Game> game(bool two_pawns, MakeParts parts);

/// Returns the puzzle maker of the game with these switches.
std::unique_ptr<const make::Maker> maker(Switches switches);

// Descriptions of legal turns and positions, as the concept Described requires.

/// Returns the fields of a move in records: whether it captures (en passant included), swaps the king,
/// promotes, moves two pawns, or loses by Mental Cruelty.
std::vector<MoveFact> facts_of(const Position& position, Move move);

/// Returns origin and destination of the piece; for two pawns those of the first, then of the second.
MoveEnds ends_of(const Position& position, Move move);

/// Returns the effects of a move: "capture, king swap"; empty for ordinary moves.
std::string explain(const Position& position, Move move);

/// Returns the effects that the notation does not show; `explain` without "capture".
std::string remark(const Position& position, Move move);

/// Returns the index in `Position::move_kinds()`: 0 moves, 1 king swaps, 2 pairs of pawns.
std::size_t kind_of(const Position& position, Move move);

/// Returns sentences on pieces that no game can lead to, such as two amazons of one side.
std::vector<std::string> impossible_piece_notes(const Position& position);

// Pictures of the game, as draw::Pictured and draw::ExplainsRules require.

/// Returns the drawing, symbol and name of each piece.
draw::PieceList piece_set();

/// Returns the picture of a position: pieces, side to move, reserves, swap rights and en passant squares.
draw::Scene scene_of(const Position& position);

/// Marks the squares of a legal turn on the picture of the position before it, and describes it in words.
void mark_move(draw::Scene& scene, const Position& position, Move move);

/// Does nothing: the game has no die.
inline void show_roll(draw::Scene&, const Position&, const std::vector<int>&) {}

/// Returns the rules for the rule book, illustrated with legal moves.
draw::Rules rules_of(std::type_identity<Position>);

static_assert(draw::Pictured<Position> && draw::ExplainsRules<Position>);

/// Returns the themes of a puzzle. `winning` is the result of `solver::winning_faces`; in a mate in `moves` >
/// 1 moves it holds the first moves that force mate, and themes of the final position (pawn, smothered, pure,
/// model and ideal mate) are left out.
ThemeSet themes_of(const Position& position, const solver::Faces<Position>& winning, int moves = 1);

/// Returns the squares, after a winning move, of the pieces that take part in the mate: pieces that moved,
/// that attack the king or a square next to it, or that block such a square.
Bitboard taking_part(const Position& position, Move move);

/// Returns whether a collection may include the puzzle; false if its material is trivial.
bool presentable(const Position& position, std::span<const Move> keys);

/// Computes the scores of a puzzle from its winning moves and `themes`, the result of `themes_of`. Mirrored
/// positions have equal scores. docs/themes.md explains the formula.
Scores scores_of(const Position& position, const solver::Faces<Position>& winning, ThemeSet themes);

}  // namespace octomate::complete_permutation
