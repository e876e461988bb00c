#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "core/position.hpp"
#include "draw/scene.hpp"
#include "games/super_chess/rules/position.hpp"
#include "players/search.hpp"
#include "solver/faces.hpp"

OCTOMATE_SEARCHES(extern, octomate::super_chess::Position)

namespace octomate::games {
class Game;
struct Parts;
}  // namespace octomate::games
namespace octomate::make {
class Maker;
}

namespace octomate::super_chess {

/// Super Chess: stacks and time travel.
std::unique_ptr<const games::Game> game(games::Parts parts);

/// Generates and tags puzzles; it does not compose to a spec.
std::unique_ptr<const make::Maker> maker();

// Words about legal moves and positions: what the concept Described asks.

/// Whether it captures, en passant too; hops; splits a stack; promotes; castles in any way; turns a stack
/// over; travels in time.
std::vector<MoveFact> facts_of(const Position& position, Move move);

/// From where to where pieces go, and of a stack which of them; a time travel goes from nowhere to nowhere.
MoveEnds ends_of(const Position& position, Move move);

/// "capture, the knight jumps off"; empty for ordinary moves.
std::string explain(const Position& position, Move move);

/// The same without what the notation shows.
std::string remark(const Position& position, Move move);

/// Moves, hops, splits, castlings, time travels.
std::size_t kind_of(const Position& position, Move move);

/// Sentences on pieces that no game can have.
std::vector<std::string> oddities_of(const Position& position);

/// Where a time travel lands: the state's board and side to move. Empty for other moves.
std::string landing_of(const Position& position, Move move);

// How the game looks: what draw::Pictured and draw::ExplainsRules ask of a game.

/// All kinds of pieces as pictures show them: those of chess, the pope, and the rook that stands on its head
/// on top of an Hourglass, whose letter is I.
draw::PieceList piece_set();

/// The stacks, bottom first, the side to move, and what pieces remember.
draw::Scene scene_of(const Position& position);

/// The earlier states, the oldest first.
std::vector<draw::Scene> past_of(const Position& position);

/// Adds what a legal move does: the marks lead to the position after it, but for a time
/// travel, which changes the board as a whole and is described in words.
void mark_move(draw::Scene& scene, const Position& position, Move move);

/// There is no die.
inline void show_roll(draw::Scene&, const Position&, const std::vector<int>&) {}

/// The page of rules. Its pictures show legal moves of real positions.
draw::Rules rules_of(std::type_identity<Position>);

/// The text of pieces, square by square, and a side to move, be it a position or not; none if a letter is
/// unknown or there are not 64 squares. Kings and rooks at home have not moved; pieces remember nothing else,
/// and nothing was before.
std::optional<std::string> text_of_cells(const std::vector<std::string>& cells, Color turn);

/// The letters of a stack's pieces, bottom first.
std::string letters_of(Stack stack);

static_assert(draw::Pictured<Position> && draw::ExplainsRules<Position>);

/// What the winning moves of a position show. `winning`: as `solver::winning_faces` gives them; in a win in
/// `moves` (at least 1) moves, their mates are the forced first moves, of which the themes of a mate's last
/// position (pawn and smothered mate, pure, model and ideal) are never asked.
ThemeSet themes_of(const Position& position, const solver::Faces<Position>& winning, int moves = 1);

/// Where the stacks stand, after a winning move, that take part in it: they attack the king or a square next
/// to it, are its own pieces there, or moved. On the High Ground only the climber.
Bitboard taking_part(const Position& position, Move move);

/// Whether a collection of the best has a place for a puzzle that these moves win: not for trivial material.
bool presentable(const Position& position, std::span<const Move> keys);

/// Scores a position by its winning moves and their themes, all as for `themes_of`: docs/themes.md says how.
Scores scores_of(const Position& position, const solver::Faces<Position>& winning, ThemeSet themes);

}  // namespace octomate::super_chess
