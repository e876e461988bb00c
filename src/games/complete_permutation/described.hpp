#pragma once

#include <string>
#include <vector>

#include "core/described.hpp"
#include "games/complete_permutation/rules/position.hpp"

/// Words about legal turns and positions: what the concept Described asks.
namespace octomate::complete_permutation {

/// Whether it captures, en passant too; whether it is a king's exchange, a promotion, a turn of two pawns, or
/// loses by Mental Cruelty.
std::vector<MoveFact> facts_of(const Position& position, Move move);

/// From where to where a man goes; of two pawns the first.
MoveEnds ends_of(const Position& position, Move move);

/// "capture, king swap"; empty for ordinary moves.
std::string explain(const Position& position, Move move);

/// The same without what the notation shows.
std::string remark(const Position& position, Move move);

/// Moves, king swaps, pairs of pawns.
std::size_t kind_of(const Position& position, Move move);

/// Sentences on men that no game can have.
std::vector<std::string> oddities_of(const Position& position);

}  // namespace octomate::complete_permutation
