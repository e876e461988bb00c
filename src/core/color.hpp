#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace octomate {

/// A side of the game. White moves first and climbs the ranks.
enum class Color : std::uint8_t { White, Black };

/// The other side.
constexpr Color operator!(Color color) { return color == Color::White ? Color::Black : Color::White; }

/// Index for tables by side: 0 White, 1 Black.
constexpr std::size_t index(Color color) { return static_cast<std::size_t>(color); }

/// "white" or "black", as the records spell it.
constexpr std::string_view name(Color color) { return color == Color::White ? "white" : "black"; }

/// "White" or "Black", as people read it.
constexpr std::string_view side_text(Color color) { return color == Color::White ? "White" : "Black"; }

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
