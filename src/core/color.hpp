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

}  // namespace octomate
