#pragma once

#include <string>
#include <vector>

#include "core/described.hpp"
#include "games/superpermutation/rules/position.hpp"

namespace octomate::superpermutation {

/// The number of swaps, whether it is a teleport, whether it captures: what records tell of a legal move.
template <class Rules>
std::vector<MoveFact> facts_of(const Position<Rules>& position, Move move);

/// Where the man stands, and where he lands before any cascade; of a teleport the other man's square.
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

/// Sentences on men that no game can have: more than 16 of a side, or more pawns and promoted men than eight.
template <class Rules>
std::vector<std::string> oddities_of(const Position<Rules>& position);

}  // namespace octomate::superpermutation
