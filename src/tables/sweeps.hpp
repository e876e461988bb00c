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

// How the bounds of a table are found and proven (`values_of` in table.cpp). tables/table.hpp explains the
// terms.
//
// The value of a node is the mean over the rolls of the best negated value of its targets: x = G(x) for the
// vector x of all values. Interval iteration (`find_from_ends` in table.cpp) proves bounds, but converges
// slowly: each sweep looks one ply further, and some games are very long. So:
//   1. `find_middle` finds approximate values, the "middle", in floating point: it iterates x ← G(x) with
//      Anderson acceleration (D. G. Anderson, 1965; H. F. Walker and P. Ni, 2011), which extrapolates from
//      the last few iterates and needs far fewer sweeps. It proves nothing.
//   2. Endless positions. x = G(x) has wrong solutions: a side that can repeat moves for ever may "keep up" a
//      value above 0, while play without end counts 0. `find_middle` finds the nodes where one side cannot
//      force an end although it seems to win (held nodes with doubtful values), recomputes their values from
//      0, and repeats until no value is doubtful.
//   3. `prove_by_drift` proves bounds around the middle. It computes an expected game length ("delay") from
//      each node when one side plays its best moves and the other side stalls. The lower bound is middle -
//      slack · delay. The delay falls by at least 1 per ply, so the bound has `slack` to spare per ply; the
//      slack exceeds the residual and rounding of a ply, so a node's bound follows from those of its targets.
//      All bounds are rounded outwards to integers in units of 2^-bits, checked exactly, and loosened where
//      they do not follow. If a few attempts with a greater slack fail, interval iteration takes over.
//
// Ranks and threads: each rank computes a part of each vector; sums are taken in a fixed order. So the bytes
// of a table do not depend on the number of either. Every 64 sweeps the acceleration restarts and progress is
// saved, so a resumed computation gives the same numbers.

namespace octomate::tables {

using Numbers = std::vector<double>;

/// Returns the mean over the rolls of `best(targets, count)`, called with the targets that each roll allows.
/// The node `index` of `chunk` must not be Over.
template <class Best>
double mean_of_bests(const Successors& successors, const Successors::Chunk& chunk, std::size_t index,
                     Best best) {
    const std::uint32_t* const targets = chunk.targets.data() + chunk.begin[index];
    const std::size_t count = chunk.begin[index + 1] - chunk.begin[index];
    if (chunk.kinds[index] == Successors::Kind::One) return best(targets, count);
    double sum = 0;
    unsigned free_rolls = 0;
    const std::uint32_t* group = targets;
    for (unsigned roll = 0; roll < successors.rolls; ++roll) {
        const std::size_t size = chunk.groups[index][roll];
        if (size == 0) {
            ++free_rolls;
            continue;
        }
        sum += best(group, size);
        group += size;
    }
    if (free_rolls > 0) sum += free_rolls * best(targets, count);
    return sum / successors.rolls;
}

/// Returns the value of the node `index` of `chunk`: the mean over the rolls of the greatest negated value of
/// its targets. `values` has a number for each node and leaf.
inline double value_of(const Successors& successors, const Successors::Chunk& chunk, std::size_t index,
                       const Numbers& values) {
    if (chunk.kinds[index] == Successors::Kind::Over) return values[chunk.targets[chunk.begin[index]]];
    return mean_of_bests(successors, chunk, index, [&](const std::uint32_t* targets, std::size_t count) {
        double best = -values[targets[0]];
        for (std::size_t move = 1; move < count; ++move) best = std::max(best, -values[targets[move]]);
        return best;
    });
}

/// Parallel loops over the nodes of a graph: each rank loops over its part, on all of its threads.
class Sweeps {
  public:
    Sweeps(const Successors& successors, const Team& team) : successors_(successors), team_(team) {
        const std::size_t nodes = successors.nodes;
        last_block_ = successors.first_block == nodes ? 0 : successors.first_block;
        edges_ = team.sum(own_edges(0, last_block_) + own_edges(last_block_, nodes));
    }

    /// The first node of the last block: 0 if all nodes have the same side to move.
    std::size_t last_block() const { return last_block_; }
    const Team& team() const { return team_; }

    /// Calls `f(node, chunk, index)` for this rank's part of the nodes `begin`…`end`-1, which must be a block
    /// or all nodes; `index` is the index of `node` in `chunk`.
    template <class F>
    void for_nodes(std::size_t begin, std::size_t end, F f) const {
        if (begin == 0 && end == successors_.nodes && last_block_ > 0) {
            for_nodes(0, last_block_, f);
            begin = last_block_;
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
    void fill(std::size_t begin, std::size_t end, double* out, F f) {
        for_nodes(begin, end, [&](std::size_t node, const Successors::Chunk& chunk, std::size_t index) {
            out[node - begin] = f(node, chunk, index);
        });
        team_.share(out, end - begin);
        // Counts moves in proportion to nodes: both sides have about the same number of moves.
        evaluations_ += edges_ * (end - begin) / std::max<std::size_t>(1, successors_.nodes);
    }

    /// Sets out[node] to `f(node, chunk, index)` for all nodes, on all ranks. `f` must not read `out`.
    template <class F>
    void fill_all(double* out, F f) {
        if (last_block_ > 0) fill(0, last_block_, out, f);
        fill(last_block_, successors_.nodes, out + last_block_, f);
    }

    /// Returns the greatest of 0 and `f(node, chunk, index)` over all nodes, on all ranks.
    template <class F>
    double greatest(F f) {
        Numbers chunk_greatest(successors_.chunks.size());
        // A chunk may have nodes of both blocks, but for_nodes visits one block after the other: no race.
        for_nodes(0, successors_.nodes,
                  [&](std::size_t node, const Successors::Chunk& chunk, std::size_t index) {
                      double& so_far = chunk_greatest[node / Successors::chunk_size];
                      so_far = std::max(so_far, f(node, chunk, index));
                  });
        evaluations_ += edges_;
        double greatest = 0;
        for (const double number : chunk_greatest) greatest = std::max(greatest, number);
        return team_.greatest(greatest);
    }

    /// The number of moves evaluated so far, on all ranks.
    std::uint64_t evaluations() const { return evaluations_; }
    void set_evaluations(std::uint64_t so_far) { evaluations_ = so_far; }

  private:
    /// The number of moves of this rank's part of the block `begin`…`end`-1.
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
    std::size_t last_block_ = 0;
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

    /// Discards all earlier iterates.
    void restart();

  private:
    /// The change of residual and image from one iterate to the next.
    struct Difference {
        std::vector<double> residual, image;
    };

    /// Returns the scalar product of two vectors, summed over all ranks.
    double dot(const std::vector<double>& a, const std::vector<double>& b) const;
    /// Returns the weights of `differences_` that make the sum of residuals nearest to `residual`.
    std::vector<double> coefficients(const std::vector<double>& residual) const;

    std::size_t size_;
    std::size_t memory_;
    const Team& team_;
    std::vector<Difference> differences_;   // this rank's part, the oldest first
    std::vector<double> residual_, image_;  // this rank's part of the previous iterate's residual and image
    bool has_previous_ = false;             // whether `residual_` and `image_` are set
};

/// The state that all stages of a computation share: the graph, the loops over it, and the checkpoint.
class Computation {
  public:
    Computation(const Successors& successors, const ValueOptions& options)
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
    static constexpr std::uint64_t most_sweeps = 4000;  ///< a stage with more sweeps is given up
    /// Number of sweeps between restarts of the acceleration. Progress is saved only at restarts, so that a
    /// resumed computation gives the same numbers as an uninterrupted one.
    static constexpr std::uint64_t restart_interval = 64;

    /// The unit that bounds are rounded to, 2^-bits.
    double unit() const { return std::ldexp(1.0, -options.bits); }

    /// Polls `options.stop`; when interrupted, writes the last saved state and returns true.
    bool stopped() {
        const bool stopped = sweeps.team().agreed(options.stop());
        if (stopped && unwritten_) options.checkpoint->write(*unwritten_);
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

    /// Saves the progress of `stage` (see Checkpoint::State) in memory, and writes it to the file if a write
    /// is due. Omits the leaves that may follow the nodes in `finished`.
    void save(const std::string& stage, std::uint64_t step, double distance, const Numbers& finished,
              Numbers numbers) {
        if (!options.checkpoint || sweeps.team().rank() != 0) return;
        const auto nodes = static_cast<std::ptrdiff_t>(std::min(finished.size(), successors.nodes));
        unwritten_ = {stage,
                      step,
                      distance,
                      sweeps.evaluations(),
                      Numbers(finished.begin(), finished.begin() + nodes),
                      std::move(numbers)};
        if (!options.checkpoint->due()) return;
        options.checkpoint->write(*unwritten_);
        unwritten_.reset();
    }

    /// Returns a vector with `node_value` for every node, followed by `leaves`.
    Numbers constant(double node_value, const Numbers& leaves) const {
        Numbers numbers(successors.nodes, node_value);
        numbers.insert(numbers.end(), leaves.begin(), leaves.end());
        return numbers;
    }

    /// The task of `accelerate`: the name and range of the numbers, and when they have converged.
    struct Goal {
        std::string stage;   ///< name in reports and checkpoints
        double least, most;  ///< range of the numbers; iterates are clamped to it
        double tolerance;    ///< converged if no residual is greater
        /// Converged as well if the residual is below this and `restart_interval` sweeps have not halved it.
        double stalled_tolerance;
    };
    /// How a stage ends: its goal is reached, it is given up, or it is interrupted.
    enum class End { Reached, NotReached, Stopped };

    /// Solves x = G(x) by Anderson acceleration; `apply(x, image)` sets `image` to G(x). Saves `finished` at
    /// checkpoints. Returns NotReached if the iteration diverges or takes more than `most_sweeps`.
    template <class Apply>
    End accelerate(const Goal& goal, const Numbers& finished, Numbers& x, Apply apply) {
        constexpr std::size_t memory = 6;  // more iterates cost more time than they save
        Numbers image(x.size());
        const bool resumed = resume(goal.stage, x);
        Anderson anderson(x.size(), memory, sweeps.team());
        // The least residual since the last restart, and between the two restarts before.
        double best = resumed ? state_.distance : no_residual, previous_best = no_residual;
        for (std::uint64_t sweep = resumed ? state_.step : 0;; ++sweep) {
            if (sweep % restart_interval == 0) {
                if (best < goal.stalled_tolerance && best > previous_best / 2) return End::Reached;
                previous_best = std::exchange(best, no_residual);
                anderson.restart();
                save(goal.stage, sweep, previous_best, finished, x);
            }
            if (stopped()) return End::Stopped;
            apply(x, image);
            double residual = 0;
            for (std::size_t index = 0; index < x.size(); ++index)
                residual = std::max(residual, std::abs(image[index] - x[index]));
            options.report(goal.stage, residual);
            best = std::min(best, residual);
            if (residual <= goal.tolerance) return End::Reached;
            if (sweep > most_sweeps || residual > diverged_residual) return End::NotReached;
            if (residual > 100 * best) {  // the extrapolation diverges: continue with plain iteration
                anderson.restart();
                x = image;
            } else {
                anderson.step(x, image);
            }
            for (double& number : x) number = std::clamp(number, goal.least, goal.most);
        }
    }

  private:
    static constexpr double diverged_residual = 1e6;  // a greater residual counts as divergence
    static constexpr double no_residual = 1e9;        // greater than any residual

    Checkpoint::State state_;
    std::optional<Checkpoint::State> unwritten_;  ///< saved in memory, not yet written to the file
};

/// Floating-point values of all nodes, computed without proof, and the endless positions that follow from
/// these values.
struct Middle {
    /// A move is nearly best if it is worth at most this much less than the best. Far more than the gap of
    /// bounds, so other moves are certainly worse; but so little that stalling with nearly best moves
    /// does not last long.
    static constexpr double near = 1e-7;

    Numbers values;  ///< values of the nodes, followed by those of the leaves
    /// The greatest difference between a value and its recomputation from the values of its targets.
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
        for (std::size_t move = 1; move < count; ++move) least = std::min(least, values[targets[move]]);
        return least;
    }

    /// Calls `f(target)` for each target whose move is worth at most `tolerance` less than the best.
    template <class F>
    void for_best(const std::uint32_t* targets, std::size_t count, double tolerance, F f) const {
        const double limit = least_of(targets, count) + tolerance;
        for (std::size_t move = 0; move < count; ++move) {
            if (values[targets[move]] <= limit) f(targets[move]);
        }
    }
};

/// Computes approximate values and endless positions, and recomputes doubtful values (steps 1 and 2 above).
/// Returns nullopt if interrupted.
std::optional<Middle> find_middle(Computation& computation);

/// Proves bounds around `middle` (step 3 above) and stores them in `values`. Returns NotReached if the proof
/// fails, and Stopped if interrupted.
Computation::End prove_by_drift(Computation& computation, const Middle& middle, Values& values);

}  // namespace octomate::tables
