#pragma once

#include <cstddef>

#include "games/complete_permutation/rules/state.hpp"

/// The legal moves of a position that is not over.
namespace octomate::complete_permutation {

/// All, each once, in no particular order.
void list_moves(const State& state, Moves& out);

/// How many there are.
std::size_t count_moves(const State& state);

/// Whether there is one.
bool can_move(const State& state);

/// Those that mate, each once, in no particular order.
void list_mates(const State& state, Moves& out);

/// Whether the steps of a legal turn of two pawns may be made in the other order too (R9.3).
bool both_orders_legal(const State& state, Move pair);

}  // namespace octomate::complete_permutation
