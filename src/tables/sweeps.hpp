#pragma once

#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tables/table.hpp"

// How the bounds of a table are found and proven (values_of in table.cpp).
//
// The value of a node is the mean over the rolls of the best negated value behind it: x = G(x) for the vector
// x of all values. Interval iteration (`find_from_ends` in table.cpp) proves bounds, but converges slowly:
// each sweep looks one ply further, and some games are very long. So:
//   1. `find_middle` finds approximate values, the "middle", in floating point: it iterates x ← G(x) with
//      Anderson acceleration (D. G. Anderson, 1965; H. F. Walker and P. Ni, 2011), which extrapolates from
//      the last few iterates and needs far fewer sweeps. It proves nothing.
//   2. Endless positions. x = G(x) has wrong solutions: a side that can repeat moves for ever may "keep up" a
//      value above 0, while play without end counts 0. `find_middle` finds the nodes where one side cannot
//      force an end although it seems to win (held nodes with doubtful values), recomputes their values from
//      0, and repeats until no value is doubtful.
//   3. `prove_by_drift` proves bounds around the middle. It computes an expected game length ("delay") from
//      each node when one side plays its best moves and the other side stalls. Each ply loses a little to the
//      residual and to rounding; with the lower bound at middle - slack · delay the delay falls by at least 1
//      per ply, which pays for that loss, so a node's bound follows from those behind it. All bounds
//      are rounded outwards to integers in units of 2^-bits, checked exactly, and loosened where the
//      inequality fails. If a few attempts with a greater slack fail, interval iteration takes over.
//
// Ranks and threads: each rank computes a part of each vector; sums are taken in a fixed order. So the bytes
// of a table do not depend on the number of either. Every 64 sweeps the acceleration restarts and progress is
// saved, so a resumed computation gives the same numbers.

namespace octomate::tables {

using Numbers = std::vector<double>;

/// Returns the mean over the rolls of `best(targets, count)`, called with the targets that a roll allows. The
/// node `index` of `chunk` must not be Over.
template <class Best>
double mean_of_bests(const Successors& successors, const Successors::Chunk& chunk, std::size_t index,
                     Best best) {
    const std::uint32_t* const all = chunk.targets.data() + chunk.begin[index];
    const std::size_t count = chunk.begin[index + 1] - chunk.begin[index];
    if (chunk.kinds[index] == Successors::Kind::One) return best(all, count);
    double sum = 0;
    unsigned free = 0;
    const std::uint32_t* group = all;
    for (unsigned roll = 0; roll < successors.rolls; ++roll) {
        const std::size_t size = chunk.groups[index][roll];
        if (size == 0) {
            ++free;
            continue;
        }
        sum += best(group, size);
        group += size;
    }
    if (free > 0) sum += free * best(all, count);
    return sum / successors.rolls;
}

/// Returns the value of the node `index` of `chunk` from the numbers `behind` its moves, one per node
/// and leaf: the mean over the rolls of the greatest negated number.
inline double value_of(const Successors& successors, const Successors::Chunk& chunk, std::size_t index,
                       const Numbers& behind) {
    if (chunk.kinds[index] == Successors::Kind::Over) return behind[chunk.targets[chunk.begin[index]]];
    return mean_of_bests(successors, chunk, index, [&](const std::uint32_t* targets, std::size_t count) {
        double best = -behind[targets[0]];
        for (std::size_t one = 1; one < count; ++one) best = std::max(best, -behind[targets[one]]);
        return best;
    });
}

/// Loops over the nodes: each rank over its part, on all of its threads.
class Sweeps {
  public:
    Sweeps(const Successors& successors, const Team& team) : successors_(successors), team_(team) {
        const std::size_t nodes = successors.nodes;
        head_ = successors.first_block == nodes ? 0 : successors.first_block;
        edges_ = team.sum(own_edges(0, head_) + own_edges(head_, nodes));
    }

    /// The size of the first block, whose nodes have the same side to move; 0 if there is only one block.
    std::size_t head() const { return head_; }
    const Team& team() const { return team_; }

    /// Calls `f(node, chunk, index in chunk)` for this rank's part of the nodes `begin`…`end`-1, which must
    /// be a block or all nodes.
    template <class F>
    void for_nodes(std::size_t begin, std::size_t end, F f) const {
        if (begin == 0 && end == successors_.nodes && head_ > 0) {
            for_nodes(0, head_, f);
            begin = head_;
        }
        constexpr std::size_t size = Successors::chunk_size;
        const auto [first, last] = team_.own(end - begin);
        if (first >= last) return;
        const std::size_t from = begin + first, to = begin + last;
        tbb::parallel_for(from / size, (to - 1) / size + 1, [&](std::size_t number) {
            const Successors::Chunk& chunk = successors_.chunks[number];
            const std::size_t stop = std::min(to, (number + 1) * size);
            for (std::size_t node = std::max(from, number * size); node < stop; ++node)
                f(node, chunk, node - number * size);
        });
    }

    /// Sets out[node - begin] to `f(node, chunk, index)` for all nodes of a block, on all ranks.
    template <class F>
    void make(std::size_t begin, std::size_t end, double* out, F f) {
        for_nodes(begin, end, [&](std::size_t node, const Successors::Chunk& chunk, std::size_t index) {
            out[node - begin] = f(node, chunk, index);
        });
        team_.share(out, end - begin);
        // Counts moves in proportion to nodes: both sides have about the same number of moves.
        evaluations_ += edges_ * (end - begin) / std::max<std::size_t>(1, successors_.nodes);
    }

    /// `make` for all nodes; `f` must not read `out`.
    template <class F>
    void make_all(double* out, F f) {
        if (head_ > 0) make(0, head_, out, f);
        make(head_, successors_.nodes, out + head_, f);
    }

    /// Returns the greatest of 0 and `f(node, chunk, index)` over all nodes, on all ranks.
    template <class F>
    double greatest(F f) {
        Numbers of_chunks(successors_.chunks.size());
        // A chunk may have nodes of both blocks, but for_nodes visits one block after the other: no race.
        for_nodes(0, successors_.nodes,
                  [&](std::size_t node, const Successors::Chunk& chunk, std::size_t index) {
                      double& so_far = of_chunks[node / Successors::chunk_size];
                      so_far = std::max(so_far, f(node, chunk, index));
                  });
        evaluations_ += edges_;
        double most = 0;
        for (const double one : of_chunks) most = std::max(most, one);
        return team_.greatest(most);
    }

    /// The number of moves evaluated so far, on all ranks.
    std::uint64_t evaluations() const { return evaluations_; }
    void set_evaluations(std::uint64_t so_far) { evaluations_ = so_far; }

  private:
    std::uint64_t own_edges(std::size_t begin, std::size_t end) const {
        const auto [first, last] = team_.own(end - begin);
        std::uint64_t sum = 0;
        for (std::size_t node = begin + first; node < begin + last; ++node) {
            const Successors::Chunk& chunk = successors_.chunks[node / Successors::chunk_size];
            const std::size_t index = node % Successors::chunk_size;
            sum += chunk.begin[index + 1] - chunk.begin[index];
        }
        return sum;
    }

    const Successors& successors_;
    const Team& team_;
    std::size_t head_ = 0;
    std::uint64_t edges_ = 0;
    std::uint64_t evaluations_ = 0;
};

/// Anderson acceleration of the fixed-point iteration x ← G(x). Keeps the last few images G(x) and residuals
/// G(x) - x. Assuming that residuals change linearly, it solves a small least-squares problem for the
/// combination of them with the least residual; the next x is the same combination of the images. Each rank
/// keeps its part; the order of sums does not depend on the number of threads or ranks.
class Anderson {
  public:
    /// For vectors of `size` numbers; combines up to `memory` earlier iterates.
    Anderson(std::size_t size, std::size_t memory, const Team& team)
        : size_(size), memory_(memory), team_(team) {}

    /// Replaces `x` by the next iterate; `image` is G(x).
    void step(std::vector<double>& x, const std::vector<double>& image);

    /// Forgets all earlier iterates.
    void restart();

  private:
    /// The change of residual and image from one iterate to the next.
    struct Difference {
        std::vector<double> residual, image;
    };

    /// The scalar product of two vectors, over all ranks.
    double dot(const std::vector<double>& a, const std::vector<double>& b) const;
    /// The weights of the differences that bring `residual` nearest to 0.
    std::vector<double> coefficients(const std::vector<double>& residual) const;

    std::size_t size_;
    std::size_t memory_;
    const Team& team_;
    std::vector<Difference> differences_;  // oldest first; this rank's part only, like the next two
    std::vector<double> residual_, image_;
    bool begun_ = false;
};

/// The state that all stages of a computation share: the graph, the loops over it, and the checkpoint.
class Work {
  public:
    Work(const Successors& successors, const ValueOptions& options)
        : successors(successors),
          options(options),
          sweeps(successors, options.team ? *options.team : alone_) {
        if (!options.checkpoint) return;
        state_ = options.checkpoint->read();
        if (!state_.finished.empty() && state_.finished.size() != successors.nodes)
            options.checkpoint->report_mismatch();
    }

    const Successors& successors;
    const ValueOptions& options;

  private:
    const Team alone_;

  public:
    Sweeps sweeps;
    static constexpr std::uint64_t most_sweeps = 4000;
    /// Sweeps between restarts of the acceleration. Progress is saved only there, so that a resumed
    /// computation gives the same numbers as an uninterrupted one.
    static constexpr std::uint64_t leg = 64;

    /// The unit that bounds are rounded to, 2^-bits.
    double unit() const { return std::ldexp(1.0, -options.bits); }

    /// Polls `options.stop`; when interrupted, writes the last saved state and returns true.
    bool stopped() {
        const bool stopped = sweeps.team().agreed(options.stop());
        if (stopped && last_) options.checkpoint->write(*last_);
        return stopped;
    }

    /// The state to resume from; its stage is empty at the beginning.
    const Checkpoint::State& state() const { return state_; }

    /// Checks whether to resume in `stage`; if so, sets `numbers` to the saved iterate and restores the count
    /// of evaluations.
    bool resume(const std::string& stage, Numbers& numbers) {
        if (state_.stage != stage) return false;
        if (state_.numbers.size() != numbers.size()) options.checkpoint->report_mismatch();
        numbers = std::move(state_.numbers);
        sweeps.set_evaluations(state_.evaluations);
        return true;
    }

    /// Saves the progress of `stage` after `step` sweeps, and writes it to the file if a write is due.
    /// `finished`: the values of the nodes, perhaps followed by leaves, from the stages before; may be empty.
    void remember(const std::string& stage, std::uint64_t step, double mark, const Numbers& finished,
                  Numbers numbers) {
        if (!options.checkpoint || sweeps.team().rank() != 0) return;
        const auto nodes = static_cast<std::ptrdiff_t>(std::min(finished.size(), successors.nodes));
        last_ = {stage,
                 step,
                 mark,
                 sweeps.evaluations(),
                 Numbers(finished.begin(), finished.begin() + nodes),
                 std::move(numbers)};
        if (!options.checkpoint->due()) return;
        options.checkpoint->write(*last_);
        last_.reset();
    }

    /// Returns a vector with `nodes` for every node, followed by `leaves`.
    Numbers all_at(double nodes, const Numbers& leaves) const {
        Numbers numbers(successors.nodes, nodes);
        numbers.insert(numbers.end(), leaves.begin(), leaves.end());
        return numbers;
    }

    /// What `accelerate` solves for: the name and range of the numbers, and when they have converged.
    struct Goal {
        std::string stage;   ///< name in reports and checkpoints
        double least, most;  ///< range of the numbers; iterates are clamped to it
        double enough;       ///< converged if no residual is greater
        double as_near;      ///< converged, too, if below this and a leg does not halve the residual
    };
    enum class End { Reached, NotReached, Stopped };

    /// Solves x = G(x) by Anderson acceleration; `apply(x, image)` sets `image` to G(x). `finished` is as for
    /// `remember`. NotReached if the iteration diverges or takes more than `most_sweeps`.
    template <class Apply>
    End accelerate(const Goal& goal, const Numbers& finished, Numbers& x, Apply apply) {
        constexpr std::size_t memory = 6;  // more iterates cost more time than they save
        Numbers image(x.size());
        const bool resumed = resume(goal.stage, x);
        Anderson anderson(x.size(), memory, sweeps.team());
        // The least residual of the previous leg and of this one.
        double before = never, best = resumed ? state_.mark : never;
        for (std::uint64_t sweep = resumed ? state_.step : 0;; ++sweep) {
            if (sweep % leg == 0) {
                if (best < goal.as_near && best > before / 2) return End::Reached;
                before = std::exchange(best, never);
                anderson.restart();
                remember(goal.stage, sweep, before, finished, x);
            }
            if (stopped()) return End::Stopped;
            apply(x, image);
            double left = 0;
            for (std::size_t at = 0; at < x.size(); ++at) left = std::max(left, std::abs(image[at] - x[at]));
            options.report(goal.stage, left);
            best = std::min(best, left);
            if (left <= goal.enough) return End::Reached;
            if (sweep > most_sweeps || left > too_much) return End::NotReached;
            if (left > 100 * best) {  // the extrapolation diverges: continue with plain iteration
                anderson.restart();
                x = image;
            } else {
                anderson.step(x, image);
            }
            for (double& one : x) one = std::clamp(one, goal.least, goal.most);
        }
    }

  private:
    static constexpr double too_much = 1e6;  // residual that counts as divergence
    static constexpr double never = 1e9;     // greater than any residual

    Checkpoint::State state_;
    std::optional<Checkpoint::State> last_;  ///< saved in memory, not yet written to the file
};

/// Approximate values of all nodes in floating point, unproven, and the endless positions that follow from
/// them.
struct Middle {
    /// A move is nearly best if it is worth at most this much less than the best. Far more than the gap of
    /// bounds, so other moves are certainly worse; but so little that stalling with nearly best moves
    /// does not last long.
    static constexpr double near = 1e-7;

    Numbers values;  ///< of the nodes, followed by the leaves
    /// The greatest difference between a value and its recomputation from the values behind it.
    double residual = 0;
    /// Whether no value is doubtful: above 0 for a side that cannot force the game to end.
    bool settled = false;
    /// 1 for an endless position: a side that plays its best moves cannot end the game if the other side
    /// keeps it going with nearly best moves. In `held_mover` that side is to move, in `held_waiter` the
    /// other side is. 0 for other nodes and for leaves. Empty if there is no such node.
    Numbers held_mover, held_waiter;

    bool holds_mover(std::size_t node) const { return !held_mover.empty() && held_mover[node] == 1; }
    bool holds_waiter(std::size_t node) const { return !held_waiter.empty() && held_waiter[node] == 1; }

    /// Differences up to this are below the accuracy of the values: such moves count as equal.
    double tie() const { return 4 * residual; }

    /// The least value among `targets`: that of the best move, seen by the side to move after it.
    double least_of(const std::uint32_t* targets, std::size_t count) const {
        double least = values[targets[0]];
        for (std::size_t one = 1; one < count; ++one) least = std::min(least, values[targets[one]]);
        return least;
    }

    /// Calls `f(target)` for each target that is worth at most `less` less than the best.
    template <class F>
    void for_best(const std::uint32_t* targets, std::size_t count, double less, F f) const {
        const double enough = least_of(targets, count) + less;
        for (std::size_t one = 0; one < count; ++one) {
            if (values[targets[one]] <= enough) f(targets[one]);
        }
    }
};

/// Computes approximate values, with doubtful ones settled if possible. Returns nullopt if interrupted.
std::optional<Middle> find_middle(Work& work);

/// Proves bounds around `middle` and stores them in `values`: a side that plays for its bound never loses any
/// of it on average, and the game ends or reaches a bound of at most 0. NotReached if this proves no bounds.
Work::End prove_by_drift(Work& work, const Middle& middle, Values& values);

}  // namespace octomate::tables
