#pragma once

#include <string>
#include <string_view>

#include "core/expected.hpp"
#include "core/fault.hpp"
#include "core/read.hpp"
#include "games/super_chess/position.hpp"

namespace octomate::super_chess {

/// The letters of the rights to castle, in the order of their bits.
inline constexpr std::string_view right_letters = "KQkq";

/// The set-up of chess, White to move.
const Snapshot& initial_state();

/// Reads the notation of section 14 and judges what it says.
Expected<Read<Position>, Faults> read_position(std::string_view text);

/// The notation of section 14, normalised.
std::string write_position(const Position& position);

/// The first five fields of a state.
std::string write_snapshot(const Snapshot& state);

/// One stack as a FEN writes it on a square: "(R[q]N)".
std::string write_stack(Stack stack, Square square);

}  // namespace octomate::super_chess
