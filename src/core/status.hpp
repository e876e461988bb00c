#pragma once

#include <cstdint>

namespace octomate {

/// Whether a position goes on. No status depends on a roll (R7), and none on the moves before (R10).
enum class Status : std::uint8_t { Ongoing, Checkmate, Stalemate };

/// Whether a roll binds the move, or leaves it free because no legal move serves it.
enum class Freedom : std::uint8_t { Bound, Free };

}  // namespace octomate
