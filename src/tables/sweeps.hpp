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

namespace octomate::tables {

using Numbers = std::vector<double>;

/// The mean over the rolls of `best(targets, count)`, which looks at the moves that a roll allows; the node
/// is not over.
template <class Best>
double mean_of_bests(const Successors& successors, const Successors::Chunk& chunk, std::size_t at,
                     Best best) {
    const std::uint32_t* const all = chunk.targets.data() + chunk.begin[at];
    const std::size_t count = chunk.begin[at + 1] - chunk.begin[at];
    if (chunk.kinds[at] == Successors::Kind::One) return best(all, count);
    double sum = 0;
    unsigned free = 0;
    const std::uint32_t* group = all;
    for (unsigned roll = 0; roll < successors.rolls; ++roll) {
        const std::size_t size = chunk.groups[at][roll];
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

/// What a node makes of numbers behind it: the side to move takes the best of them, negated.
inline double value_of(const Successors& successors, const Successors::Chunk& chunk, std::size_t at,
                       const Numbers& behind) {
    if (chunk.kinds[at] == Successors::Kind::Over) return behind[chunk.targets[chunk.begin[at]]];
    return mean_of_bests(successors, chunk, at, [&](const std::uint32_t* targets, std::size_t count) {
        double best = -behind[targets[0]];
        for (std::size_t one = 1; one < count; ++one) best = std::max(best, -behind[targets[one]]);
        return best;
    });
}

/// Walks over the nodes of a class: each rank over its part, on all of its threads.
class Sweeps {
  public:
    Sweeps(const Successors& successors, const Team& team) : successors_(successors), team_(team) {
        const std::size_t nodes = successors.nodes;
        head_ = successors.first_block == nodes ? 0 : successors.first_block;
        edges_ = team.sum(own_edges(0, head_) + own_edges(head_, nodes));
    }

    /// The nodes before it have one side to move, those from it on the other, or it is 0.
    std::size_t head() const { return head_; }
    const Team& team() const { return team_; }

    /// Calls f(node, chunk, place in it) for the own part of the nodes begin…end-1, a block or all.
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

    /// out[node - begin] = f(node, chunk, place) for all nodes of a block, on all ranks.
    template <class F>
    void make(std::size_t begin, std::size_t end, double* out, F f) {
        for_nodes(begin, end, [&](std::size_t node, const Successors::Chunk& chunk, std::size_t at) {
            out[node - begin] = f(node, chunk, at);
        });
        team_.share(out, end - begin);
        // The two sides have about as many moves each.
        evaluations_ += edges_ * (end - begin) / std::max<std::size_t>(1, successors_.nodes);
    }

    /// The same for all nodes, both blocks from the same numbers.
    template <class F>
    void make_all(double* out, F f) {
        if (head_ > 0) make(0, head_, out, f);
        make(head_, successors_.nodes, out + head_, f);
    }

    /// The greatest of f(node, chunk, place) of all nodes, at least 0.
    template <class F>
    double greatest(F f) {
        Numbers of_chunks(successors_.chunks.size());
        // A chunk may have nodes of both blocks, which are walked over one after the other.
        for_nodes(0, successors_.nodes,
                  [&](std::size_t node, const Successors::Chunk& chunk, std::size_t at) {
                      double& so_far = of_chunks[node / Successors::chunk_size];
                      so_far = std::max(so_far, f(node, chunk, at));
                  });
        evaluations_ += edges_;
        double most = 0;
        for (const double one : of_chunks) most = std::max(most, one);
        return team_.greatest(most);
    }

    /// How many moves were looked at, on all ranks.
    std::uint64_t evaluations() const { return evaluations_; }
    void set_evaluations(std::uint64_t so_far) { evaluations_ = so_far; }

  private:
    std::uint64_t own_edges(std::size_t begin, std::size_t end) const {
        const auto [first, last] = team_.own(end - begin);
        std::uint64_t sum = 0;
        for (std::size_t node = begin + first; node < begin + last; ++node) {
            const Successors::Chunk& chunk = successors_.chunks[node / Successors::chunk_size];
            const std::size_t at = node % Successors::chunk_size;
            sum += chunk.begin[at + 1] - chunk.begin[at];
        }
        return sum;
    }

    const Successors& successors_;
    const Team& team_;
    std::size_t head_ = 0;
    std::uint64_t edges_ = 0;
    std::uint64_t evaluations_ = 0;
};

/// Anderson's acceleration of x ← G(x): the next x is the mixture of the last images whose residuals come
/// nearest to none. Each rank keeps its part; sums are taken in an order that no number of threads or ranks
/// changes.
class Anderson {
  public:
    Anderson(std::size_t size, std::size_t memory, const Team& team)
        : size_(size), memory_(memory), team_(team) {}

    /// Puts the next x in the place of `x`; `image` is G(x).
    void step(std::vector<double>& x, const std::vector<double>& image);

    /// Forgets what came before.
    void restart();

  private:
    struct Difference {
        std::vector<double> residual, image;
    };

    double dot(const std::vector<double>& a, const std::vector<double>& b) const;
    std::vector<double> coefficients(const std::vector<double>& residual) const;

    std::size_t size_;
    std::size_t memory_;
    const Team& team_;
    std::vector<Difference> differences_;  // oldest first; of the own part, as what follows
    std::vector<double> residual_, image_;
    bool begun_ = false;
};

/// What the stages of the work on a class share: its nodes, and how far it has come.
class Work {
  public:
    Work(const Successors& successors, const ValueOptions& options)
        : successors(successors),
          options(options),
          sweeps(successors, options.team ? *options.team : alone_) {
        if (!options.checkpoint) return;
        state_ = options.checkpoint->read();
        if (!state_.finished.empty() && state_.finished.size() != successors.nodes)
            options.checkpoint->misfit();
    }

    const Successors& successors;
    const ValueOptions& options;

  private:
    const Team alone_;

  public:
    Sweeps sweeps;
    static constexpr std::uint64_t most_sweeps = 4000;
    /// The acceleration begins anew after so many sweeps, so that a work that goes on from there gives the
    /// same numbers as one that was never stopped.
    static constexpr std::uint64_t leg = 64;

    /// What bounds are rounded to.
    double unit() const { return std::ldexp(1.0, -options.bits); }

    /// Asked now and then; once it is so, what was remembered last is written.
    bool stopped() {
        const bool stopped = sweeps.team().agreed(options.stop());
        if (stopped && last_) options.checkpoint->write(*last_);
        return stopped;
    }

    /// Where the work is to go on; an empty stage: at its beginning.
    const Checkpoint::State& state() const { return state_; }

    /// Whether the work goes on in this stage, with the numbers that were kept. Evaluations until then count
    /// once, though some were repeated to come here.
    bool resume(const std::string& stage, Numbers& numbers) {
        if (state_.stage != stage) return false;
        if (state_.numbers.size() != numbers.size()) options.checkpoint->misfit();
        numbers = std::move(state_.numbers);
        sweeps.set_evaluations(state_.evaluations);
        return true;
    }

    /// Remembers how far a stage has come, and writes it if it is time. `finished`: the numbers of the nodes,
    /// and perhaps of the leaves, that the stages before it gave; may be empty.
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

    /// Numbers of the nodes, all the same, and behind them those of the leaves.
    Numbers all_at(double nodes, const Numbers& leaves) const {
        Numbers numbers(successors.nodes, nodes);
        numbers.insert(numbers.end(), leaves.begin(), leaves.end());
        return numbers;
    }

    /// What is looked for with `accelerate`.
    struct Goal {
        std::string stage;   ///< its name in reports and checkpoints
        double least, most;  ///< what the numbers can be
        double enough;       ///< as near as that is near enough
        double as_near;      ///< nearer than that it may come no nearer
    };
    enum class End { Reached, NotReached, Stopped };

    /// Looks for an x that is its own image, by Anderson's acceleration; `apply(x, image)`. `finished`: as
    /// for `remember`.
    template <class Apply>
    End accelerate(const Goal& goal, const Numbers& finished, Numbers& x, Apply apply) {
        constexpr std::size_t memory = 6;  // more does not pay for itself
        Numbers image(x.size());
        const bool resumed = resume(goal.stage, x);
        Anderson anderson(x.size(), memory, sweeps.team());
        // The least that was left, in the last leg and in this one.
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
            if (left > 100 * best) {  // it went astray
                anderson.restart();
                x = image;
            } else {
                anderson.step(x, image);
            }
            for (double& one : x) one = std::clamp(one, goal.least, goal.most);
        }
    }

  private:
    static constexpr double too_much = 1e6;  // left of what can still be reached
    static constexpr double never = 1e9;     // more than can be left

    Checkpoint::State state_;
    std::optional<Checkpoint::State> last_;  ///< remembered, but not written
};

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
