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

/// A function that returns the optional parts of the game (see games/game.hpp) for these switches.
using MakeParts = games::Parts (*)(Switches switches);

/// Returns Complete Permutation Chess, or its variant with turns of two pawns if `two_pawns`. The options of
/// the game ("leap", "none") are the other rules for the king's swap.
std::unique_ptr<const games::Game> game(bool two_pawns, MakeParts parts);

/// Returns the puzzle maker of the game with these switches.
std::unique_ptr<const make::Maker> maker(Switches switches);

// Descriptions of legal turns and positions, as the concept Described requires.

/// Returns the fields of a move in records: whether it captures (en passant included), swaps the king,
/// promotes, moves two pawns, or loses by Mental Cruelty.
std::vector<MoveFact> facts_of(const Position& position, Move move);

/// Returns the squares between which the piece moves, and its promotion. For a turn of two pawns, returns the
/// squares of both pawns, without promotions.
MoveEnds ends_of(const Position& position, Move move);

/// Returns what is special about a move: "capture, en passant"; empty for ordinary moves.
std::string explain(const Position& position, Move move);

/// Returns what is special about a move, without "capture", which the notation shows: "en passant".
std::string remark(const Position& position, Move move);

/// Returns the index of a move's kind in `move_kinds()`: 2 for two pawns, 1 for king swaps, otherwise 0.
std::size_t kind_of(const Position& position, Move move);

/// Returns sentences about pieces that no game can lead to, such as two amazons of one side.
std::vector<std::string> impossible_piece_notes(const Position& position);

// Pictures of the game, as draw::Pictured and draw::ExplainsRules require.

/// Returns the drawing, symbol and name of each piece.
draw::PieceList piece_set();

/// Returns the picture of a position: pieces, side to move, reserves, swap rights and en passant squares.
draw::Scene scene_of(const Position& position);

/// Adds the marks and the description of a legal turn to `scene`, the picture of the position before it.
void mark_move(draw::Scene& scene, const Position& position, Move move);

/// Does nothing: the game has no die.
inline void show_roll(draw::Scene&, const Position&, const std::vector<int>&) {}

/// Returns the rules of the game for the rule book (book_rules.txt), illustrated with moves.
draw::Rules rules_of(std::type_identity<Position>);

static_assert(draw::Pictured<Position> && draw::ExplainsRules<Position>);

/// Returns the themes of a puzzle. `winning` holds the winning moves, from `solver::winning_faces`; it may be
/// empty. If the win takes `moves` > 1 moves, it holds the forced first moves instead of mates, and themes of
/// the mated position (pawn and smothered mate; pure, model and ideal mate) do not apply.
ThemeSet themes_of(const Position& position, const solver::Faces<Position>& winning, int moves = 1);

/// Returns the squares, after a winning move, of the pieces that take part in the win: those that attack the
/// enemy king or a square next to it, that king and its own pieces next to it, and those that moved.
Bitboard taking_part(const Position& position, Move move);

/// Returns whether a collection of the best puzzles may include the puzzle: not if its material is trivial.
bool presentable(const Position& position, std::span<const Move> keys);

/// Returns the difficulty and quality of a puzzle, as docs/themes.md describes; zero if no move wins.
/// `winning` and `themes` are the argument and the result of `themes_of`. Mirror images score the same.
Scores scores_of(const Position& position, const solver::Faces<Position>& winning, ThemeSet themes);

}  // namespace octomate::complete_permutation
