#pragma once

#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include "core/position.hpp"
#include "draw/scene.hpp"
#include "games/game.hpp"
#include "games/superpermutation/rules/position.hpp"
#include "players/search.hpp"

OCTOMATE_SEARCHES(extern, octomate::superpermutation::D8Position)
OCTOMATE_SEARCHES(extern, octomate::superpermutation::ParentPosition)

namespace octomate::superpermutation {

/// Return Superpermutation d8 Chess, and its parent game without a die, with optional `parts`.
std::unique_ptr<const games::Game> d8_game(games::Parts parts);
std::unique_ptr<const games::Game> parent_game(games::Parts parts);

/// Return the optional parts of the two games: makers of puzzles, retraction and proof games, and endgame
/// tables on disk or in memory.
std::unique_ptr<const make::Maker> d8_maker();
std::unique_ptr<const make::Maker> parent_maker();
std::unique_ptr<const games::Origins> d8_origins();
std::unique_ptr<const games::Origins> parent_origins();
std::shared_ptr<const tables::Tables> d8_tables();
std::shared_ptr<const tables::Tables> parent_tables();
std::unique_ptr<const tables::PocketTables> d8_pocket_tables();
std::unique_ptr<const tables::PocketTables> parent_pocket_tables();

// Descriptions of legal moves and positions, as the concept Described requires.

/// Returns the facts of a legal move for records: the length of its cascade, and teleport and capture flags.
template <class Rules>
std::vector<MoveFact> facts_of(const Position<Rules>& position, Move move);

/// Returns the names of the square from which a move starts and the square where it lands before its cascade
/// (of a teleport, the partner's square), and the letter of the piece to which the mover promotes.
template <class Rules>
MoveEnds ends_of(const Position<Rules>& position, Move move);

/// Returns what is special about a move: "teleport", "capture, cascade of 2"; empty for ordinary moves.
template <class Rules>
std::string explain(const Position<Rules>& position, Move move);

/// Returns "teleport" or "cascade of 2"; empty for ordinary moves and for captures, which the notation shows.
template <class Rules>
std::string remark(const Position<Rules>& position, Move move);

/// Returns the index of a move's kind in `move_kinds()`: 2 for teleports, 1 for cascades, otherwise 0.
template <class Rules>
std::size_t kind_of(const Position<Rules>& position, Move move);

/// Returns a sentence for each property of the pieces that no game can lead to: more than 16 pieces of a
/// side, doubled pawns, or more than eight pawns and promoted pieces together.
template <class Rules>
std::vector<std::string> impossible_piece_notes(const Position<Rules>& position);

// Pictures, as draw::Pictured and draw::ExplainsRules require.

/// Returns the picture of a position: pieces, side to move, a die not yet rolled, and the face of each file.
template <class Rules>
draw::Scene scene_of(const Position<Rules>& position);

/// Adds the marks and the description of a legal move to `scene`, the picture of the position before it.
template <class Rules>
void mark_move(draw::Scene& scene, const Position<Rules>& position, Move move);

/// Shows dice with `faces`, each 1…8, and highlights their files. Does nothing if the position uses no die.
template <class Rules>
void show_roll(draw::Scene& scene, const Position<Rules>& position, const std::vector<int>& faces);

/// Returns the rules of Superpermutation d8 Chess for the rule book (book_rules.txt), illustrated with moves.
draw::Rules rules_of(std::type_identity<D8Position>);

static_assert(draw::Pictured<D8Position> && draw::Pictured<ParentPosition>);
static_assert(draw::ExplainsRules<D8Position> && !draw::ExplainsRules<ParentPosition>);

}  // namespace octomate::superpermutation
