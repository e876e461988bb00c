#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "core/position.hpp"
#include "draw/scene.hpp"
#include "games/game.hpp"
#include "games/super_chess/rules/position.hpp"
#include "players/search.hpp"
#include "solver/faces.hpp"

OCTOMATE_SEARCHES(extern, octomate::super_chess::Position)

namespace octomate::super_chess {

/// Returns the game of Super Chess.
std::unique_ptr<const games::Game> game(games::Parts parts);

/// Returns the maker, which generates puzzles and tags them with themes but does not compose to a spec.
std::unique_ptr<const make::Maker> maker();

// Descriptions of legal moves and positions, as the concept Described requires.

/// Returns the fields of a move in records: whether it captures (en passant included), hops, splits a stack,
/// promotes, castles in any form, turns a stack over, or travels in time.
std::vector<MoveFact> facts_of(const Position& position, Move move);

/// Returns the squares of a move and what distinguishes it from others between these squares; for time travel
/// only the index of the state.
MoveEnds ends_of(const Position& position, Move move);

/// Returns the effects of a move: "captures a rook, the knight jumps off"; empty for ordinary moves.
std::string explain(const Position& position, Move move);

/// Returns the effects of a move as `explain` does, without "captures …".
std::string remark(const Position& position, Move move);

/// Returns the index in `Position::move_kinds()`: 0 moves, 1 hops and turning over, 2 splits, 3 castlings, 4
/// time travels.
std::size_t kind_of(const Position& position, Move move);

/// Returns notes on pieces that no game can lead to: more than one stack or more than 16 pieces of a side.
std::vector<std::string> impossible_piece_notes(const Position& position);

/// Returns the first two FEN fields, board and side to move, of the state that a time travel reaches; empty
/// for other moves.
std::string landing_of(const Position& position, Move move);

// Pictures of the game, as draw::Pictured and draw::ExplainsRules require.

/// Returns the drawing, symbol and name of each piece: the pieces of chess, the pope (O), and the inverted
/// rook on top of an Hourglass (I).
draw::PieceList piece_set();

/// Returns the picture of a position, with the memories of its pieces and the used rooks in words beside it.
draw::Scene scene_of(const Position& position);

/// Returns pictures of the earlier states, oldest first.
std::vector<draw::Scene> past_of(const Position& position);

/// Marks the squares of a legal move on the picture of the position before it, and adds a caption in words.
/// Time travel gets only the caption.
void mark_move(draw::Scene& scene, const Position& position, Move move);

/// Does nothing, because the game has no die; draw::Pictured requires the function.
inline void show_roll(draw::Scene&, const Position&, const std::vector<int>&) {}

/// Returns the rules for the rule book, illustrated with legal moves.
draw::Rules rules_of(std::type_identity<Position>);

/// Returns the FEN of a board, valid or not, given the letters of each square from a1; nullopt if a letter is
/// unknown or there are not 64 cells. Kings and rooks on their initial squares count as unmoved; there are no
/// other memories and no earlier states.
std::optional<std::string> fen_of_cells(const std::vector<std::string>& cells, Color turn);

/// Returns the letters of a stack's pieces, bottom first, with I for the upper rook of an Hourglass.
std::string letters_of(Stack stack);

static_assert(draw::Pictured<Position> && draw::ExplainsRules<Position>);

/// Returns the themes of a puzzle. `winning` is the result of `solver::winning_faces`; in a win in `moves` >
/// 1 moves it holds the first moves that force the win, and themes of the final position (pawn, smothered,
/// pure, model and ideal mate) are left out.
ThemeSet themes_of(const Position& position, const solver::Faces<Position>& winning, int moves = 1);

/// Returns the squares, after a winning move, of the stacks that take part in the win: the mated king, and
/// stacks that moved, that attack the king or a square next to it, or that block such a square. In a win by
/// the High Ground: the climbing stack and the opponent's kings and popes.
Bitboard taking_part(const Position& position, Move move);

/// Returns whether a collection may include the puzzle: not if it is, say, two stacks against a bare king.
bool presentable(const Position& position, std::span<const Move> keys);

/// Computes the scores of a puzzle from its winning moves and `themes`, the result of `themes_of`.
/// docs/themes.md explains the formula.
Scores scores_of(const Position& position, const solver::Faces<Position>& winning, ThemeSet themes);

}  // namespace octomate::super_chess
