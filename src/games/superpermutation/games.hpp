#pragma once

#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include "core/position.hpp"
#include "draw/scene.hpp"
#include "games/superpermutation/rules/position.hpp"
#include "players/search.hpp"

OCTOMATE_SEARCHES(extern, octomate::superpermutation::D8Position)
OCTOMATE_SEARCHES(extern, octomate::superpermutation::ParentPosition)

namespace octomate::games {
class Game;
class Origins;
struct Parts;
}  // namespace octomate::games
namespace octomate::make {
class Maker;
}
namespace octomate::tables {
class PocketTables;
class Tables;
}  // namespace octomate::tables

namespace octomate::superpermutation {

/// Superpermutation d8 Chess, and its parent game without a die.
std::unique_ptr<const games::Game> d8_game(games::Parts parts);
std::unique_ptr<const games::Game> parent_game(games::Parts parts);

/// Their parts.
std::unique_ptr<const make::Maker> d8_maker();
std::unique_ptr<const make::Maker> parent_maker();
std::unique_ptr<const games::Origins> d8_origins();
std::unique_ptr<const games::Origins> parent_origins();
std::shared_ptr<const tables::Tables> d8_tables();
std::shared_ptr<const tables::Tables> parent_tables();
std::unique_ptr<const tables::PocketTables> d8_pocket_tables();
std::unique_ptr<const tables::PocketTables> parent_pocket_tables();

// Words about legal moves and positions: what the concept Described asks.

/// The number of swaps, whether it is a teleport, whether it captures: the facts of a legal move in records.
template <class Rules>
std::vector<MoveFact> facts_of(const Position<Rules>& position, Move move);

/// Where the piece stands, and where it lands before any cascade; of a teleport the other piece's square.
template <class Rules>
MoveEnds ends_of(const Position<Rules>& position, Move move);

/// "teleport", "capture, cascade of 2"; empty for ordinary moves.
template <class Rules>
std::string explain(const Position<Rules>& position, Move move);

/// "teleport", "cascade of 2"; empty for ordinary moves and captures, which the notation shows.
template <class Rules>
std::string remark(const Position<Rules>& position, Move move);

/// Ordinary moves, moves with a cascade, teleports.
template <class Rules>
std::size_t kind_of(const Position<Rules>& position, Move move);

/// Sentences on pieces that no game can have: more than 16 of a side, or more pawns and promoted pieces than
/// eight.
template <class Rules>
std::vector<std::string> oddities_of(const Position<Rules>& position);

// How the two games look: what draw::Pictured and draw::ExplainsRules ask of a game.

/// The pieces, the side to move, and a die that is not rolled yet, with the faces that name the files.
template <class Rules>
draw::Scene scene_of(const Position<Rules>& position);

/// Adds what a legal move does: the marks lead to the position after it.
template <class Rules>
void mark_move(draw::Scene& scene, const Position<Rules>& position, Move move);

/// Shows the die with these faces, 1…8, where the position uses one.
template <class Rules>
void show_roll(draw::Scene& scene, const Position<Rules>& position, const std::vector<int>& faces);

/// The page of rules of Superpermutation d8 Chess. Its pictures show legal moves of real positions.
draw::Rules rules_of(std::type_identity<D8Position>);

static_assert(draw::Pictured<D8Position> && draw::Pictured<ParentPosition>);
static_assert(draw::ExplainsRules<D8Position> && !draw::ExplainsRules<ParentPosition>);

}  // namespace octomate::superpermutation
