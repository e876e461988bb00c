#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <limits>

namespace octomate::players {

/// When a search ends. What the last full depth found counts.
struct Limits {
    std::uint64_t nodes = std::numeric_limits<std::uint64_t>::max();  ///< positions guessed
    int depth = 64;                                                   ///< plies, the first move included
    std::chrono::steady_clock::time_point deadline = std::chrono::steady_clock::time_point::max();
    const std::atomic<bool>* stop = nullptr;
};

}  // namespace octomate::players
