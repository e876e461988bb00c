#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/described.hpp"
#include "games/super_chess/rules/position.hpp"

/// Words about legal moves and positions: what the concept Described asks.
namespace octomate::super_chess {

/// Whether it captures, en passant too; hops; splits a stack; promotes; castles in any way; turns a stack
/// over; travels in time.
std::vector<MoveFact> facts_of(const Position& position, Move move);

/// From where to where men go, and of a stack which of them; a time travel goes from nowhere to nowhere.
MoveEnds ends_of(const Position& position, Move move);

/// "capture, the knight jumps off"; empty for ordinary moves.
std::string explain(const Position& position, Move move);

/// The same without what the notation shows.
std::string remark(const Position& position, Move move);

/// Moves, hops, splits, castlings, time travels.
std::size_t kind_of(const Position& position, Move move);

/// Sentences on men that no game can have.
std::vector<std::string> oddities_of(const Position& position);

/// Where a time travel lands: the state's board and side to move. Empty for other moves.
std::string landing_of(const Position& position, Move move);

}  // namespace octomate::super_chess
