#pragma once

#include <string>
#include <string_view>

#include "core/expected.hpp"
#include "core/fault.hpp"
#include "core/read.hpp"
#include "games/complete_permutation/state.hpp"

namespace octomate::complete_permutation {

/// The set-up of R2, White to move.
State initial_state(Switches switches);

/// Reads a FEN of one to seven fields (R10); those that are left out are "w - - * 0 1". Accepted are
/// positions with one king a side, no pawn on a first or last rank, and the side not to move not in check;
/// unmoved pieces must stand on their rank with the king at home, and en passant squares behind pawns that
/// can have made a double step. All faults are reported, with offsets in the FEN.
Expected<Read<State>, Faults> read_state(std::string_view fen, Switches switches);

/// Seven fields, normalised (R10).
std::string write_state(const State& state);

}  // namespace octomate::complete_permutation
