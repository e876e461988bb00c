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

/// When to give up. Bounds proven by then are told.
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
    Limits limits;

    /// Whether threads share the work: where nodes are counted, the answer would depend on them.
    bool in_parallel() const { return parallel && limits.nodes == Limits{}.nodes; }
};

}  // namespace octomate::solver
