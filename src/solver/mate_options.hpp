#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>

namespace octomate::solver {

/// What a roll counts as, ours and the opponent's: the mean of all, the worst for us, or the best for us.
enum class Dice : std::uint8_t { Mean, Every, Some };

/// What the opponent plays: what is worst for us, or what is best for us (a help mate).
enum class Defence : std::uint8_t { Best, Help };

/// "mean", "every" or "some".
constexpr std::string_view name(Dice dice) {
    constexpr std::string_view names[] = {"mean", "every", "some"};
    return names[static_cast<std::size_t>(dice)];
}

/// "best" or "help".
constexpr std::string_view name(Defence defence) { return defence == Defence::Best ? "best" : "help"; }

/// When to give up. Bounds proven by then are reported.
struct Limits {
    std::uint64_t nodes = std::numeric_limits<std::uint64_t>::max();
    std::chrono::steady_clock::time_point deadline = std::chrono::steady_clock::time_point::max();
    const std::atomic<bool>* interrupted = nullptr;
};

struct MateOptions {
    int moves = 1;  ///< of the side to move, the last giving mate; 1…most_moves
    Dice dice = Dice::Mean;
    Defence defence = Defence::Best;
    std::size_t hash_bytes = std::size_t{64} << 20;  ///< bound on the memory of the transposition table
    bool parallel = true;  ///< share the root moves out to threads; never changes the answer
    bool probe = true;     ///< look at one move of each face before the others; never changes the answer
    Limits limits;

    /// Whether threads share the work: where nodes are counted, the answer would depend on them.
    bool in_parallel() const { return parallel && limits.nodes == Limits{}.nodes; }
};

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
