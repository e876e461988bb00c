#pragma once

#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "core/position.hpp"
#include "draw/scene.hpp"
#include "games/complete_permutation/rules/position.hpp"
#include "players/search.hpp"
#include "solver/faces.hpp"

OCTOMATE_SEARCHES(extern, octomate::complete_permutation::Position)

namespace octomate::games {
class Game;
struct Parts;
}  // namespace octomate::games
namespace octomate::make {
class Maker;
}

namespace octomate::complete_permutation {

using MakeParts = games::Parts (*)(Switches switches);

/// Complete Permutation Chess, or the same with turns of two pawns; each with options for the king's swap.
std::unique_ptr<const games::Game> game(bool two_pawns, MakeParts parts);

/// Makes puzzles of the game with these switches.
std::unique_ptr<const make::Maker> maker(Switches switches);

// Words about legal turns and positions: what the concept Described asks.

/// Whether it captures, en passant too; whether it is a king's exchange, a promotion, a turn of two pawns, or
/// loses by Mental Cruelty.
std::vector<MoveFact> facts_of(const Position& position, Move move);

/// From where to where a piece goes; of two pawns the first.
MoveEnds ends_of(const Position& position, Move move);

/// "capture, king swap"; empty for ordinary moves.
std::string explain(const Position& position, Move move);

/// The same without what the notation shows.
std::string remark(const Position& position, Move move);

/// Moves, king swaps, pairs of pawns.
std::size_t kind_of(const Position& position, Move move);

/// Sentences on pieces that no game can have.
std::vector<std::string> oddities_of(const Position& position);

// How the game looks: what draw::Pictured and draw::ExplainsRules ask of a game.

/// All kinds of pieces as pictures show them.
draw::PieceList piece_set();

/// The pieces, the side to move, the reserves, and what may still swap or be taken en passant.
draw::Scene scene_of(const Position& position);

/// Adds what a legal turn does: the marks lead to the position after it.
void mark_move(draw::Scene& scene, const Position& position, Move move);

/// There is no die.
inline void show_roll(draw::Scene&, const Position&, const std::vector<int>&) {}

/// The page of rules. Its pictures show legal moves of real positions.
draw::Rules rules_of(std::type_identity<Position>);

static_assert(draw::Pictured<Position> && draw::ExplainsRules<Position>);

/// What the winning moves of a position show. `winning`: as `solver::winning_faces` gives them; in a mate in
/// `moves` (at least 1) moves, their mates are the forced first moves, of which the themes of a mate's last
/// position (pawn and smothered mate, pure, model and ideal) are never asked.
ThemeSet themes_of(const Position& position, const solver::Faces<Position>& winning, int moves = 1);

/// Where the pieces stand, after a winning move, that take part in it: they attack the king or a square next
/// to it, are its own pieces there, or moved.
Bitboard taking_part(const Position& position, Move move);

/// Whether a collection of the best has a place for a puzzle that these moves win: not for trivial material.
bool presentable(const Position& position, std::span<const Move> keys);

/// Scores a position by its winning moves and their themes, all as for `themes_of`: docs/themes.md says how,
/// the same for a position and its mirror images.
Scores scores_of(const Position& position, const solver::Faces<Position>& winning, ThemeSet themes);

}  // namespace octomate::complete_permutation
