#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>

namespace octomate::solver {

/// How the faces of a roll, ours or the opponent's, are combined: their mean, the worst for us, or the best
/// for us.
enum class Dice : std::uint8_t { Mean, Every, Some };

/// How the opponent chooses among its moves: the worst for us, or the best for us (a helpmate).
enum class Defence : std::uint8_t { Best, Help };

/// Returns "mean", "every" or "some".
constexpr std::string_view name(Dice dice) {
    constexpr std::string_view names[] = {"mean", "every", "some"};
    return names[static_cast<std::size_t>(dice)];
}

/// Returns "best" or "help".
constexpr std::string_view name(Defence defence) { return defence == Defence::Best ? "best" : "help"; }

/// When to stop a search. The bounds proven until then are still returned.
struct Limits {
    std::uint64_t nodes = std::numeric_limits<std::uint64_t>::max();  ///< maximum of positions to search
    std::chrono::steady_clock::time_point deadline = std::chrono::steady_clock::time_point::max();
    const std::atomic<bool>* interrupted = nullptr;  ///< stops the search once true; null: no interruption
};

/// How to search for mates.
struct MateOptions {
    int moves = 1;  ///< maximum of moves of the side to move, the mating move included; 1…most_moves
    Dice dice = Dice::Mean;
    Defence defence = Defence::Best;
    std::size_t hash_bytes = std::size_t{64} << 20;  ///< maximum size of the transposition table
    bool parallel = true;  ///< distribute the root moves over threads; never changes the result
    bool probe = true;     ///< search one move of each face first (Star2); never changes the result
    Limits limits;

    /// Whether to use several threads: not with a limit of nodes, where the result would depend on timing.
    bool in_parallel() const { return parallel && limits.nodes == Limits{}.nodes; }
};

/// Counts the nodes of a search and checks its limits. Thread-safe.
class Budget {
  public:
    explicit Budget(const Limits& limits) : limits_(limits) {}

    /// Resets the count of nodes for a new search; the deadline stays.
    void reset() {
        nodes_ = 0;
        stopped_ = false;
    }

    /// Counts a node; returns true if the search must stop. Checks the clock every 256 nodes.
    bool count_node() {
        const std::uint64_t nodes = nodes_.fetch_add(1, std::memory_order_relaxed);
        if (nodes >= limits_.nodes) stopped_ = true;
        if (nodes % 256 == 0) {
            if (limits_.interrupted && limits_.interrupted->load(std::memory_order_relaxed)) stopped_ = true;
            if (std::chrono::steady_clock::now() >= limits_.deadline) stopped_ = true;
        }
        return stopped_;
    }

    /// The nodes counted since `reset`.
    std::uint64_t nodes() const { return nodes_; }
    /// Whether a limit was hit since `reset`.
    bool stopped() const { return stopped_; }

  private:
    const Limits limits_;
    std::atomic<std::uint64_t> nodes_ = 0;
    std::atomic<bool> stopped_ = false;
};

}  // namespace octomate::solver
