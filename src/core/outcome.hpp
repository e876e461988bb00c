#pragma once

#include <cstdint>

#include "core/color.hpp"

namespace octomate {

/// Whether a game goes on, and if not, how it ended. What ended it is the game's own affair.
enum class Outcome : std::uint8_t { Ongoing, Draw, White, Black };

/// The game won by a side.
constexpr Outcome won_by(Color winner) { return winner == Color::White ? Outcome::White : Outcome::Black; }

}  // namespace octomate
