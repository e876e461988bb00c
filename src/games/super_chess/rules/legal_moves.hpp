#pragma once

#include <cstddef>

#include "games/super_chess/rules/snapshot.hpp"

namespace octomate::super_chess {

// Of the legal turns that are no time travel. `used`: of both sides.

/// Appends them, each once, in no particular order.
void list_turns(const Snapshot& state, const Used& used, Moves& out);

std::size_t count_turns(const Snapshot& state, const Used& used);

bool has_turn(const Snapshot& state, const Used& used);

/// Those that win at once: they climb to the High Ground, or leave the opponent in check without a turn, and
/// without a rook to travel with.
void list_wins(const Snapshot& state, const Used& used, Moves& out);

/// Whether the side to move must split its Cowardly King (section 11), and can: then it cannot travel either.
bool must_split_coward(const Snapshot& state, const Used& used);

/// Whether the side to move is in check and has no turn, time travel included.
bool is_mated(const Snapshot& state, const Used& used, bool has_history);

}  // namespace octomate::super_chess
