#pragma once

#include <chrono>
#include <cstddef>
#include <limits>

namespace octomate::reports {

/// How long a report may take, and how much it may say, where somebody else waits: a server. A report that is
/// cut short says that it is not complete.
struct Patience {
    std::chrono::steady_clock::time_point until = std::chrono::steady_clock::time_point::max();
    std::size_t most_bytes = std::numeric_limits<std::size_t>::max();

    /// Whether it has come to its end, so many bytes having been said.
    bool is_over(std::size_t bytes) const {
        return bytes > most_bytes || (until != std::chrono::steady_clock::time_point::max() &&
                                      std::chrono::steady_clock::now() >= until);
    }
};

}  // namespace octomate::reports
