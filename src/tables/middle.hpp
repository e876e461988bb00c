#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "tables/sweeps.hpp"
#include "tables/values.hpp"
#include "tables/work.hpp"

namespace octomate::tables {

/// The values of a class as nearly as floating point has them, unproven, and what follows from them.
struct Middle {
    /// Moves are nearly best if they are worth less than the best by no more than that. It is far more than
    /// bounds are apart, so that others are worse for certain; and little, so that games with such moves
    /// alone are short.
    static constexpr double near = 1e-7;

    Numbers values;  ///< of the nodes, and of the leaves behind them
    /// How far the values are from what those behind them make of them, at most.
    double residual = 0;
    /// Whether no value is doubtful: one from which a side hopes to win though it cannot end the game.
    bool settled = false;
    /// 1 for a node from which one side, with its best moves, cannot bring the game to an end if the other
    /// one, with nearly best moves, keeps it going; else 0, as for the leaves. That side is to move, or the
    /// other one is. Empty if there is no such node.
    Numbers held_mover, held_waiter;

    bool holds_mover(std::size_t node) const { return !held_mover.empty() && held_mover[node] == 1; }
    bool holds_waiter(std::size_t node) const { return !held_waiter.empty() && held_waiter[node] == 1; }

    /// Moves that are worth less by no more than that are as good as the best, as far as is known.
    double tie() const { return 4 * residual; }

    /// The value of the best of some moves for the other side, which is to move behind them.
    double least_of(const std::uint32_t* targets, std::size_t count) const {
        double least = values[targets[0]];
        for (std::size_t one = 1; one < count; ++one) least = std::min(least, values[targets[one]]);
        return least;
    }

    /// Calls f(target) for those of the moves that are worth less than the best by no more than `less`.
    template <class F>
    void for_best(const std::uint32_t* targets, std::size_t count, double less, F f) const {
        const double enough = least_of(targets, count) + less;
        for (std::size_t one = 0; one < count; ++one) {
            if (values[targets[one]] <= enough) f(targets[one]);
        }
    }
};

/// None if the work was stopped.
std::optional<Middle> find_middle(Work& work);

/// Proves bounds around the middle: a side that plays for its bound never loses any of it on average, and
/// the game ends or comes to nothing. Puts them into `values`; NotReached if none can be proven so.
Work::End prove_by_drift(Work& work, const Middle& middle, Values& values);

}  // namespace octomate::tables
