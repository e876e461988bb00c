#include "tables/values.hpp"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "tables/anderson.hpp"

namespace octomate::tables {

namespace {

using Chunk = Successors::Chunk;
using Kind = Successors::Kind;
using Numbers = std::vector<double>;

constexpr std::size_t memory = 6;  // of the acceleration; more does not pay for itself

/// The mean over the rolls of `best(targets, count)`, which looks at the moves that a roll allows; the node
/// is not over.
template <class Best>
double mean_of_bests(const Successors& successors, const Chunk& chunk, std::size_t at, Best best) {
    const std::uint32_t* const all = chunk.targets.data() + chunk.begin[at];
    const std::size_t count = chunk.begin[at + 1] - chunk.begin[at];
    if (chunk.kinds[at] == Kind::One) return best(all, count);
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
double value_of(const Successors& successors, const Chunk& chunk, std::size_t at, const Numbers& behind) {
    if (chunk.kinds[at] == Kind::Over) return behind[chunk.targets[chunk.begin[at]]];
    return mean_of_bests(successors, chunk, at, [&](const std::uint32_t* targets, std::size_t count) {
        double best = -behind[targets[0]];
        for (std::size_t one = 1; one < count; ++one) best = std::max(best, -behind[targets[one]]);
        return best;
    });
}

/// The bounds of the nodes, and behind them those of the leaves.
Numbers with_leaves(const std::vector<std::int64_t>& units, int bits, const Numbers& leaves) {
    Numbers numbers = numbers_of(units, bits);
    numbers.insert(numbers.end(), leaves.begin(), leaves.end());
    return numbers;
}

/// The work on the successors of one class.
class Solver {
  public:
    Solver(const Successors& successors, const ValueOptions& options)
        : successors_(successors),
          options_(options),
          unit_(std::ldexp(1.0, -options.bits)),
          edges_(successors.edges()) {}

    Values solve() {
        Values values;
        values.bits = options_.bits;
        if (!nobody_wins(values)) {
            find_middle();
            if (!interrupted() && !find_delays()) find_from_ends(values, 0, most_sweeps);
            if (!interrupted() && values.lower.empty()) prove_drift(values);
        }
        values.evaluations = evaluations_;
        return values;
    }

    Values solve_plainly(double gap, int sweeps) {
        Values values;
        values.bits = options_.bits;
        find_from_ends(values, gap, sweeps);
        values.evaluations = evaluations_;
        return values;
    }

  private:
    static constexpr int most_sweeps = 4000;
    static constexpr double longest_delay = 1e7;

    bool interrupted() const { return options_.interrupted && *options_.interrupted; }

    /// Calls f(node, chunk, place in it) for the nodes `begin`…`end`-1, on all threads.
    template <class F>
    void for_nodes(std::size_t begin, std::size_t end, F f) const {
        if (begin >= end) return;
        constexpr std::size_t size = Successors::chunk_size;
        tbb::parallel_for(begin / size, (end - 1) / size + 1, [&](std::size_t number) {
            const Chunk& chunk = successors_.chunks[number];
            const std::size_t last = std::min(end, (number + 1) * size);
            for (std::size_t node = std::max(begin, number * size); node < last; ++node)
                f(node, chunk, node - number * size);
        });
    }

    /// The greatest of f(node, chunk, place), at least 0.
    template <class F>
    double greatest(F f) const {
        Numbers of_chunks(successors_.chunks.size());
        for_nodes(0, successors_.nodes, [&](std::size_t node, const Chunk& chunk, std::size_t at) {
            double& so_far = of_chunks[node / Successors::chunk_size];
            so_far = std::max(so_far, f(node, chunk, at));
        });
        return of_chunks.empty() ? 0 : *std::max_element(of_chunks.begin(), of_chunks.end());
    }

    void count_evaluations(std::size_t begin, std::size_t end) {
        // The two sides have about as many moves each.
        evaluations_ += edges_ * (end - begin) / std::max<std::size_t>(1, successors_.nodes);
    }

    /// out[node - begin] = the value of each node of a block.
    void make_values(std::size_t begin, std::size_t end, const Numbers& behind, double* out) {
        for_nodes(begin, end, [&](std::size_t node, const Chunk& chunk, std::size_t at) {
            out[node - begin] = value_of(successors_, chunk, at, behind);
        });
        count_evaluations(begin, end);
    }

    /// Numbers of the nodes, all the same, and behind them those of the leaves.
    Numbers all_at(double nodes, const Numbers& leaves) const {
        Numbers numbers(successors_.nodes, nodes);
        numbers.insert(numbers.end(), leaves.begin(), leaves.end());
        return numbers;
    }

    /// Where no move leads to anything but 0, 0 is what both sides can make sure of, by any of them.
    bool nobody_wins(Values& values) {
        const Numbers lower = all_at(0, successors_.lower), upper = all_at(0, successors_.upper);
        const double wrong = greatest([&](std::size_t, const Chunk& chunk, std::size_t at) {
            return std::max(std::abs(value_of(successors_, chunk, at, lower)),
                            std::abs(value_of(successors_, chunk, at, upper)));
        });
        count_evaluations(0, 2 * successors_.nodes);
        if (wrong != 0) return false;
        values.lower.assign(successors_.nodes, 0);
        values.upper = values.lower;
        values.proof = Values::Proof::Nothing;
        return true;
    }

    /// The values themselves, as nearly as floating point has them, but unproven.
    void find_middle() {
        Numbers leaves(successors_.lower);
        for (std::size_t at = 0; at < leaves.size(); ++at)
            leaves[at] = (successors_.lower[at] + successors_.upper[at]) / 2;
        middle_ = all_at(0, leaves);
        const std::size_t nodes = successors_.nodes;
        const std::size_t head = successors_.first_block == nodes ? 0 : successors_.first_block;
        const double enough = std::max(1e-13, unit_);
        Numbers x(nodes - head), image(nodes - head);
        Anderson anderson(x.size(), memory);
        double best = 2;
        for (int sweep = 0, since_best = 0; !interrupted(); ++sweep, ++since_best) {
            std::copy(x.begin(), x.end(), middle_.begin() + static_cast<std::ptrdiff_t>(head));
            make_values(0, head, middle_, middle_.data());
            make_values(head, nodes, middle_, image.data());
            double left = 0;
            for (std::size_t at = 0; at < x.size(); ++at) left = std::max(left, std::abs(image[at] - x[at]));
            options_.tell("values", left);
            if (left < best) {
                best = left;
                since_best = 0;
            }
            if (left <= enough || since_best > 100 || sweep > most_sweeps) return;
            if (left > 100 * best) {  // it went astray
                anderson.restart();
                x = image;
            } else {
                anderson.step(x, image);
            }
            for (double& one : x) one = std::clamp(one, -1.0, 1.0);
        }
    }

    /// Of the moves that a roll allows, the first that is best by the middle.
    std::uint32_t best_target(const std::uint32_t* targets, std::size_t count) const {
        const std::uint32_t* best = targets;
        for (std::size_t one = 1; one < count; ++one) {
            if (-middle_[targets[one]] > -middle_[*best]) best = targets + one;
        }
        return *best;
    }

    /// The mean of numbers behind the best moves.
    double behind_best(const Chunk& chunk, std::size_t at, const Numbers& behind) const {
        return mean_of_bests(successors_, chunk, at, [&](const std::uint32_t* targets, std::size_t count) {
            return behind[best_target(targets, count)];
        });
    }

    /// How many moves a game takes at most, on the average, when one side makes its best moves and the other
    /// one delays: `mine_` where the first one is to move, `yours_` where the other one is. More exactly,
    /// numbers that fall by 1 or more with each ply, on the average. False if there seem to be none: then the
    /// game can be delayed for ever.
    bool find_delays() {
        const std::size_t nodes = successors_.nodes;
        mine_ = all_at(0, Numbers(successors_.lower.size()));
        yours_ = mine_;
        Numbers x(nodes), image(nodes);
        Anderson anderson(nodes, memory);
        for (int sweep = 0; sweep < most_sweeps && !interrupted(); ++sweep) {
            std::copy(x.begin(), x.end(), mine_.begin());
            for_nodes(0, nodes, [&](std::size_t node, const Chunk& chunk, std::size_t at) {
                yours_[node] = chunk.kinds[at] == Kind::Over ? 0 : 1 + longest_behind(chunk, at);
            });
            for_nodes(0, nodes, [&](std::size_t node, const Chunk& chunk, std::size_t at) {
                image[node] = chunk.kinds[at] == Kind::Over ? 0 : 1 + behind_best(chunk, at, yours_);
            });
            count_evaluations(0, 2 * nodes);
            double left = 0, longest = 0;
            for (std::size_t at = 0; at < nodes; ++at) {
                left = std::max(left, image[at] - x[at]);
                longest = std::max(longest, std::abs(x[at]));
            }
            options_.tell("proof", left);
            if (left <= 0.5) {
                for (std::size_t at = 0; at < nodes; ++at) {
                    mine_[at] *= 2;
                    yours_[at] *= 2;
                }
                return true;
            }
            if (longest > longest_delay) return false;
            anderson.step(x, image);
            for (double& one : x) one = std::max(one, 0.0);
        }
        return false;
    }

    double longest_behind(const Chunk& chunk, std::size_t at) const {
        return mean_of_bests(successors_, chunk, at, [&](const std::uint32_t* targets, std::size_t count) {
            double longest = 0;
            for (std::size_t one = 0; one < count; ++one) longest = std::max(longest, mine_[targets[one]]);
            return longest;
        });
    }

    /// Bounds around the middle that are wider where the game takes longer. Who plays the best moves by the
    /// middle never loses any of his lower bound on the average, and the game ends; so he gets it.
    void prove_drift(Values& values) {
        const double residual = greatest([&](std::size_t node, const Chunk& chunk, std::size_t at) {
            return std::abs(value_of(successors_, chunk, at, middle_) - middle_[node]);
        });
        double leaf = 0;  // half of the greatest gap between the bounds of leaves
        for (std::size_t at = 0; at < successors_.lower.size(); ++at)
            leaf = std::max(leaf, (successors_.upper[at] - successors_.lower[at]) / 2);
        values.proof = Values::Proof::Drift;
        for (double slack = residual + 2 * unit_ + 1e-14;; slack *= 2) {
            set_around_middle(values, slack, leaf * (1 + 1e-9));
            if (proven(values)) return;
            if (slack > 1) return find_from_ends(values, 0, most_sweeps);
        }
    }

    void set_around_middle(Values& values, double slack, double leaf) const {
        values.lower.resize(successors_.nodes);
        values.upper.resize(successors_.nodes);
        for_nodes(0, successors_.nodes, [&](std::size_t node, const Chunk& chunk, std::size_t at) {
            if (chunk.kinds[at] == Kind::Over) {  // one side has won, or nobody has
                values.lower[node] = values.upper[node] = std::llround(middle_[node] / unit_);
                return;
            }
            const double lower = std::max(-1.0, middle_[node] - slack * mine_[node] - leaf);
            const double upper = std::min(1.0, middle_[node] + slack * yours_[node] + leaf);
            values.lower[node] = static_cast<std::int64_t>(std::floor(lower / unit_));
            values.upper[node] = static_cast<std::int64_t>(std::ceil(upper / unit_));
        });
    }

    /// Whether the bounds hold their inequalities with the moves whose delays were found. All numbers are of
    /// at most 48 bits behind the point, so that sums of eight and their eighths are exact.
    bool proven(const Values& values) const {
        const Numbers lower = with_leaves(values.lower, values.bits, successors_.lower);
        Numbers negated = with_leaves(values.upper, values.bits, successors_.upper);
        for (double& one : negated) one = -one;
        return greatest([&](std::size_t node, const Chunk& chunk, std::size_t at) {
                   if (chunk.kinds[at] == Kind::Over) return 0.0;
                   const bool holds = lower[node] <= behind_best(chunk, at, negated) &&
                                      -negated[node] >= value_of(successors_, chunk, at, lower);
                   return holds ? 0.0 : 1.0;
               }) == 0;
    }

    /// What is left of the worst and of the best that can be when games are cut off after more and more
    /// plies.
    void find_from_ends(Values& values, double gap, int sweeps) {
        values.proof = Values::Proof::Ends;
        Numbers lower = all_at(-1, successors_.lower), upper = all_at(1, successors_.upper);
        const std::size_t nodes = successors_.nodes;
        const std::size_t head = successors_.first_block == nodes ? 0 : successors_.first_block;
        Numbers new_lower(nodes), new_upper(nodes);
        const auto update = [&](std::size_t begin, std::size_t end) {
            for_nodes(begin, end, [&](std::size_t node, const Chunk& chunk, std::size_t at) {
                const bool over = chunk.kinds[at] == Kind::Over;
                const double low = value_of(successors_, chunk, at, over ? lower : upper);
                const double high = value_of(successors_, chunk, at, over ? upper : lower);
                new_lower[node] = std::max(lower[node], std::floor(low / unit_) * unit_);
                new_upper[node] = std::min(upper[node], std::ceil(high / unit_) * unit_);
            });
            count_evaluations(begin, begin + 2 * (end - begin));
            const auto first = static_cast<std::ptrdiff_t>(begin), last = static_cast<std::ptrdiff_t>(end);
            std::copy(new_lower.begin() + first, new_lower.begin() + last, lower.begin() + first);
            std::copy(new_upper.begin() + first, new_upper.begin() + last, upper.begin() + first);
        };
        double before = 2;
        for (int sweep = 0; sweep < sweeps && !interrupted(); ++sweep) {
            update(0, head);
            update(head, nodes);
            const double widest = greatest(
                [&](std::size_t node, const Chunk&, std::size_t) { return upper[node] - lower[node]; });
            options_.tell("bounds", widest);
            if (widest <= gap) break;
            if (sweep % 100 == 99) {
                if (gap == 0 && widest > before * 0.999) break;
                before = widest;
            }
        }
        values.lower.resize(nodes);
        values.upper.resize(nodes);
        for (std::size_t at = 0; at < nodes; ++at) {
            values.lower[at] = std::llround(lower[at] / unit_);
            values.upper[at] = std::llround(upper[at] / unit_);
        }
    }

    const Successors& successors_;
    const ValueOptions& options_;
    const double unit_;
    const std::uint64_t edges_;
    Numbers middle_, mine_, yours_;
    std::uint64_t evaluations_ = 0;
};

}  // namespace

Numbers numbers_of(const std::vector<std::int64_t>& units, int bits) {
    const double unit = std::ldexp(1.0, -bits);
    Numbers numbers(units.size());
    std::transform(units.begin(), units.end(), numbers.begin(),
                   [&](std::int64_t one) { return static_cast<double>(one) * unit; });
    return numbers;
}

Values values_of(const Successors& successors, const ValueOptions& options) {
    return Solver(successors, options).solve();
}

Values plain_values(const Successors& successors, double gap, int sweeps) {
    static const ValueOptions options;
    return Solver(successors, options).solve_plainly(gap, sweeps);
}

std::uint64_t violations(const Successors& successors, const Values& values) {
    const Numbers lower = with_leaves(values.lower, values.bits, successors.lower);
    const Numbers upper = with_leaves(values.upper, values.bits, successors.upper);
    std::uint64_t count = 0;
    for (std::size_t node = 0; node < successors.nodes; ++node) {
        const Chunk& chunk = successors.chunks[node / Successors::chunk_size];
        const std::size_t at = node % Successors::chunk_size;
        const bool over = chunk.kinds[at] == Kind::Over;
        const bool holds = lower[node] <= value_of(successors, chunk, at, over ? lower : upper) &&
                           upper[node] >= value_of(successors, chunk, at, over ? upper : lower) &&
                           lower[node] <= upper[node];
        if (!holds) ++count;
    }
    return count;
}

}  // namespace octomate::tables
