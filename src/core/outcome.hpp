#pragma once

#include <cstdint>
#include <string_view>

#include "core/color.hpp"

namespace octomate {

/// Whether a game goes on, and if not, how it ended. What ended it is the game's own affair.
enum class Outcome : std::uint8_t { Ongoing, Draw, White, Black };

/// The game won by a side.
constexpr Outcome won_by(Color winner) { return winner == Color::White ? Outcome::White : Outcome::Black; }

/// The chance to win, a draw being half of one, that a value says: -1 is lost, 1 won.
constexpr double chance_of(double value) { return (1 + value) / 2; }

/// How scores write it: "1-0", "0-1", "1/2-1/2", or "*" for a game that goes on.
constexpr std::string_view result_text(Outcome outcome) {
    switch (outcome) {
        case Outcome::White: return "1-0";
        case Outcome::Black: return "0-1";
        case Outcome::Draw: return "1/2-1/2";
        case Outcome::Ongoing: break;
    }
    return "*";
}

}  // namespace octomate
