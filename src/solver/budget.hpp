#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

#include "solver/mate_options.hpp"

namespace octomate::solver {

/// Counts the nodes of a search, and ends it when a limit is hit. For any number of threads.
class Budget {
  public:
    explicit Budget(const Limits& limits) : limits_(limits) {}

    /// Starts from nothing; the clock runs on.
    void begin() {
        nodes_ = 0;
        stopped_ = false;
    }

    /// Counts a node; true if the search must end.
    bool spend() {
        const std::uint64_t nodes = nodes_.fetch_add(1, std::memory_order_relaxed);
        if (nodes >= limits_.nodes) stopped_ = true;
        if (nodes % 256 == 0) {
            if (limits_.interrupted && limits_.interrupted->load(std::memory_order_relaxed)) stopped_ = true;
            if (std::chrono::steady_clock::now() >= limits_.deadline) stopped_ = true;
        }
        return stopped_;
    }

    std::uint64_t nodes() const { return nodes_; }
    /// Whether a limit was hit.
    bool stopped() const { return stopped_; }

  private:
    const Limits limits_;
    std::atomic<std::uint64_t> nodes_ = 0;
    std::atomic<bool> stopped_ = false;
};

}  // namespace octomate::solver
