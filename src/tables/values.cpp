#include "tables/values.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <utility>

#include "tables/anderson.hpp"
#include "tables/sweeps.hpp"

namespace octomate::tables {

namespace {

using Chunk = Successors::Chunk;
using Kind = Successors::Kind;

constexpr std::size_t memory = 6;  // of the acceleration; more does not pay for itself

/// The bounds of the nodes, and behind them those of the leaves.
Numbers with_leaves(const std::vector<std::int64_t>& units, int bits, const Numbers& leaves) {
    Numbers numbers = numbers_of(units, bits);
    numbers.insert(numbers.end(), leaves.begin(), leaves.end());
    return numbers;
}

std::vector<std::int64_t> units_of(const Numbers& numbers) {
    std::vector<std::int64_t> units(numbers.size());
    std::transform(numbers.begin(), numbers.end(), units.begin(),
                   [](double one) { return std::llround(one); });
    return units;
}

/// The work on the successors of one class.
class Solver {
  public:
    Solver(const Successors& successors, const ValueOptions& options)
        : successors_(successors),
          options_(options),
          unit_(std::ldexp(1.0, -options.bits)),
          sweeps_(successors, options.team ? *options.team : alone_) {}

    std::optional<Values> solve() {
        if (options_.checkpoint) state_ = options_.checkpoint->read();
        sweeps_.count_evaluations(state_.evaluations);
        Values values;
        values.bits = options_.bits;
        if (state_.stage.empty() && nobody_wins(values)) return done(values);
        if (!find_middle()) return {};
        const Delays delays = find_delays();
        if (delays == Delays::Stopped) return {};
        if (delays == Delays::Found) prove_drift(values);
        if (values.lower.empty() && !find_from_ends(values, 0, most_sweeps)) return {};
        return done(values);
    }

    Values solve_plainly(double gap, std::uint64_t sweeps) {
        Values values;
        values.bits = options_.bits;
        find_from_ends(values, gap, sweeps);
        return *done(values);
    }

  private:
    static constexpr std::uint64_t most_sweeps = 4000;
    static constexpr double longest_delay = 1e7;
    /// The acceleration begins anew after so many sweeps, so that a work that goes on from there gives the
    /// same numbers as one that was never stopped.
    static constexpr std::uint64_t leg = 128;

    std::optional<Values> done(Values& values) {
        values.evaluations = sweeps_.evaluations();
        return std::move(values);
    }

    bool stopped() const { return sweeps_.team().agreed(options_.stop()); }

    /// Whether the work is to go on in this stage; then with the numbers that were remembered.
    bool resume(const std::string& stage, Numbers& numbers) {
        if (state_.stage != stage) return false;
        numbers = std::move(state_.numbers);
        return true;
    }

    /// Remembers how far a stage has come, if it is time or if `now`.
    void remember(const std::string& stage, std::uint64_t step, double mark, const Numbers& finished,
                  const Numbers& numbers) {
        if (!options_.checkpoint || sweeps_.team().rank() != 0 || !options_.checkpoint->due()) return;
        Numbers nodes(finished.begin(), finished.begin() + static_cast<std::ptrdiff_t>(
                                                               std::min(finished.size(), successors_.nodes)));
        options_.checkpoint->write({stage, step, mark, sweeps_.evaluations(), std::move(nodes), numbers});
    }

    /// out[node - begin] = the value of each node of a block.
    void make_values(std::size_t begin, std::size_t end, const Numbers& behind, double* out) {
        sweeps_.make(begin, end, out, [&](std::size_t, const Chunk& chunk, std::size_t at) {
            return value_of(successors_, chunk, at, behind);
        });
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
        const double wrong = sweeps_.greatest([&](std::size_t, const Chunk& chunk, std::size_t at) {
            return std::max(std::abs(value_of(successors_, chunk, at, lower)),
                            std::abs(value_of(successors_, chunk, at, upper)));
        });
        if (wrong != 0) return false;
        values.lower.assign(successors_.nodes, 0);
        values.upper = values.lower;
        values.proof = Values::Proof::Nothing;
        return true;
    }

    /// The values themselves, as nearly as floating point has them, but unproven. False if it was stopped.
    bool find_middle() {
        Numbers leaves(successors_.lower);
        for (std::size_t at = 0; at < leaves.size(); ++at)
            leaves[at] = (successors_.lower[at] + successors_.upper[at]) / 2;
        middle_ = all_at(0, leaves);
        if (!state_.finished.empty()) {  // the work had come farther
            std::copy(state_.finished.begin(), state_.finished.end(), middle_.begin());
            return true;
        }
        const std::size_t nodes = successors_.nodes, head = sweeps_.head();
        const double enough = std::max(1e-13, unit_);
        Numbers x(nodes - head), image(nodes - head);
        const bool resumed = resume("values", x);
        std::uint64_t sweep = resumed ? state_.step : 0;
        Anderson anderson(x.size(), memory, sweeps_.team());
        double before = 2,
               best = resumed ? state_.mark : 2;  // the least that was left, in the last leg and in this one
        for (;; ++sweep) {
            if (sweep % leg == 0) {
                if (best < 1e-11 && best > before / 2) return true;  // as near as rounding lets it come
                before = std::exchange(best, 2);
                anderson.restart();
                remember("values", sweep, before, {}, x);
            }
            if (stopped()) return false;
            std::copy(x.begin(), x.end(), middle_.begin() + static_cast<std::ptrdiff_t>(head));
            if (head > 0) make_values(0, head, middle_, middle_.data());
            make_values(head, nodes, middle_, image.data());
            double left = 0;
            for (std::size_t at = 0; at < x.size(); ++at) left = std::max(left, std::abs(image[at] - x[at]));
            options_.tell("values", left);
            best = std::min(best, left);
            if (left <= enough || sweep > most_sweeps) return true;
            if (left > 100 * best) {  // it went astray
                anderson.restart();
                x = image;
            } else {
                anderson.step(x, image);
            }
            for (double& one : x) one = std::clamp(one, -1.0, 1.0);
        }
    }

    /// Of the moves that a roll allows, the first that is best by numbers behind it.
    template <class Better>
    static std::uint32_t best_target(const std::uint32_t* targets, std::size_t count, const Numbers& by,
                                     Better better) {
        const std::uint32_t* best = targets;
        for (std::size_t one = 1; one < count; ++one) {
            if (better(by[targets[one]], by[*best])) best = targets + one;
        }
        return *best;
    }

    /// The mean of numbers behind the moves that are best for their mover by the middle.
    double behind_best(const Chunk& chunk, std::size_t at, const Numbers& behind) const {
        return mean_of_bests(successors_, chunk, at, [&](const std::uint32_t* targets, std::size_t count) {
            return behind[best_target(targets, count, middle_, std::less<>())];
        });
    }

    /// The mean of numbers behind the moves that delay longest by others.
    double behind_longest(const Chunk& chunk, std::size_t at, const Numbers& by,
                          const Numbers& behind) const {
        return mean_of_bests(successors_, chunk, at, [&](const std::uint32_t* targets, std::size_t count) {
            return behind[best_target(targets, count, by, std::greater<>())];
        });
    }

    enum class Delays { Found, None, Stopped };

    /// How many moves a game takes at most, on the average, when one side makes its best moves and the other
    /// one delays: `mine_` where the first one is to move, `yours_` where the other one is. More exactly,
    /// numbers that fall by 1 or more with each ply, on the average. None if there seem to be none: then the
    /// game can be delayed for ever.
    ///
    /// At first the way to delay changes with each sweep, which is quick where it settles soon; then policy
    /// iteration: the delays of one way, then the best way by these.
    Delays find_delays() {
        const std::size_t nodes = successors_.nodes;
        mine_ = all_at(0, Numbers(successors_.lower.size()));
        yours_ = mine_;
        Numbers x(nodes), image(nodes);
        std::uint64_t policy = resume("delays", x) ? state_.step : 0;
        if (state_.stage == "ends") return Delays::None;
        for (; policy < 100; ++policy) {
            remember("delays", policy, 0, middle_, x);
            std::copy(x.begin(), x.end(), mine_.begin());
            Numbers by = mine_;
            Anderson anderson(nodes, memory, sweeps_.team());
            double first = 0;
            for (int sweep = 0; sweep < 200; ++sweep) {
                if (stopped()) return Delays::Stopped;
                look_for_delays(by, image);
                double left = 0, longest = 0;
                for (std::size_t at = 0; at < nodes; ++at) {
                    left = std::max(left, std::abs(image[at] - x[at]));
                    longest = std::max(longest, x[at]);
                }
                options_.tell("delays", left);
                if (longest > longest_delay) return Delays::None;
                // The first ways to delay need not be known well.
                if (sweep == 0) first = left;
                if (left <= (policy == 0 ? 0.4 : std::max(0.1, first / 10))) break;
                anderson.step(x, image);
                for (double& one : x) one = std::max(one, 0.0);
                std::copy(x.begin(), x.end(), mine_.begin());
                if (policy == 0) by = mine_;
            }
            look_for_delays(mine_, image);
            double left = 0;
            for (std::size_t at = 0; at < nodes; ++at) left = std::max(left, image[at] - x[at]);
            options_.tell("proof", left);
            if (left <= 0.5) {
                for (std::size_t at = 0; at < nodes; ++at) {
                    mine_[at] *= 2;
                    yours_[at] *= 2;
                }
                return Delays::Found;
            }
            x = image;
        }
        return Delays::None;
    }

    /// `yours_` from `mine_`, where the other side delays as is best by numbers, and `image` from them.
    void look_for_delays(const Numbers& by, Numbers& image) {
        sweeps_.make_all(yours_.data(), [&](std::size_t, const Chunk& chunk, std::size_t at) {
            return chunk.kinds[at] == Kind::Over ? 0 : 1 + behind_longest(chunk, at, by, mine_);
        });
        sweeps_.make_all(image.data(), [&](std::size_t, const Chunk& chunk, std::size_t at) {
            return chunk.kinds[at] == Kind::Over ? 0 : 1 + behind_best(chunk, at, yours_);
        });
    }

    /// Bounds around the middle that are wider where the game takes longer. Who plays the best moves by the
    /// middle never loses any of his lower bound on the average, and the game ends; so he gets it. No bounds
    /// if none can be proven.
    void prove_drift(Values& values) {
        const double residual = sweeps_.greatest([&](std::size_t node, const Chunk& chunk, std::size_t at) {
            return std::abs(value_of(successors_, chunk, at, middle_) - middle_[node]);
        });
        double leaf = 0;  // half of the greatest gap between the bounds of leaves
        for (std::size_t at = 0; at < successors_.lower.size(); ++at)
            leaf = std::max(leaf, (successors_.upper[at] - successors_.lower[at]) / 2);
        values.proof = Values::Proof::Drift;
        for (double slack = residual + 2 * unit_ + 1e-14; slack <= 1; slack *= 2) {
            set_around_middle(values, slack, leaf * (1 + 1e-9));
            if (proven(values)) return;
        }
        values.lower.clear();
    }

    void set_around_middle(Values& values, double slack, double leaf) {
        const auto around = [&](double sign, const Numbers& delays) {
            Numbers units(successors_.nodes);
            sweeps_.make_all(units.data(), [&](std::size_t node, const Chunk& chunk, std::size_t at) {
                // Where the game is over one side has won, or nobody has.
                if (chunk.kinds[at] == Kind::Over) return std::round(middle_[node] / unit_);
                const double bound =
                    std::clamp(middle_[node] + sign * (slack * delays[node] + leaf), -1.0, 1.0);
                return sign < 0 ? std::floor(bound / unit_) : std::ceil(bound / unit_);
            });
            return units_of(units);
        };
        values.lower = around(-1, mine_);
        values.upper = around(1, yours_);
    }

    /// Whether the bounds hold their inequalities with the moves whose delays were found. All numbers are of
    /// at most 48 bits behind the point, so that sums of eight and their eighths are exact.
    bool proven(const Values& values) {
        const Numbers lower = with_leaves(values.lower, values.bits, successors_.lower);
        Numbers negated = with_leaves(values.upper, values.bits, successors_.upper);
        for (double& one : negated) one = -one;
        return sweeps_.greatest([&](std::size_t node, const Chunk& chunk, std::size_t at) {
            if (chunk.kinds[at] == Kind::Over) return 0.0;
            const bool holds = lower[node] <= behind_best(chunk, at, negated) &&
                               -negated[node] >= value_of(successors_, chunk, at, lower);
            return holds ? 0.0 : 1.0;
        }) == 0;
    }

    /// What is left of the worst and of the best that can be when games are cut off after more and more
    /// plies. False if it was stopped.
    bool find_from_ends(Values& values, double gap, std::uint64_t sweeps) {
        values.proof = Values::Proof::Ends;
        Numbers lower = all_at(-1, successors_.lower), upper = all_at(1, successors_.upper);
        const std::size_t nodes = successors_.nodes, head = sweeps_.head();
        std::uint64_t sweep = 0;
        double before = 2;
        if (Numbers remembered; resume("ends", remembered)) {
            sweep = state_.step;
            before = state_.mark;
            const auto half = remembered.begin() + static_cast<std::ptrdiff_t>(nodes);
            std::copy(remembered.begin(), half, lower.begin());
            std::copy(half, remembered.end(), upper.begin());
        }
        Numbers next(nodes);
        // The upper bounds of a block come from the same numbers as its lower ones.
        const auto update = [&](std::size_t begin, std::size_t end) {
            const auto size = static_cast<std::ptrdiff_t>(end - begin);
            sweeps_.make(begin, end, next.data(), [&](std::size_t node, const Chunk& chunk, std::size_t at) {
                const bool over = chunk.kinds[at] == Kind::Over;
                const double low = value_of(successors_, chunk, at, over ? lower : upper);
                return std::max(lower[node], std::floor(low / unit_) * unit_);
            });
            Numbers new_upper(end - begin);
            sweeps_.make(begin, end, new_upper.data(),
                         [&](std::size_t node, const Chunk& chunk, std::size_t at) {
                             const bool over = chunk.kinds[at] == Kind::Over;
                             const double high = value_of(successors_, chunk, at, over ? upper : lower);
                             return std::min(upper[node], std::ceil(high / unit_) * unit_);
                         });
            const auto first = static_cast<std::ptrdiff_t>(begin);
            std::copy(next.begin(), next.begin() + size, lower.begin() + first);
            std::copy(new_upper.begin(), new_upper.end(), upper.begin() + first);
        };
        for (; sweep < sweeps; ++sweep) {
            if (options_.checkpoint && sweep % leg == 0) {
                Numbers both(lower.begin(), lower.begin() + static_cast<std::ptrdiff_t>(nodes));
                both.insert(both.end(), upper.begin(), upper.begin() + static_cast<std::ptrdiff_t>(nodes));
                remember("ends", sweep, before, middle_, both);
            }
            if (stopped()) return false;
            if (head > 0) update(0, head);
            update(head, nodes);
            double widest = 0;
            for (std::size_t at = 0; at < nodes; ++at) widest = std::max(widest, upper[at] - lower[at]);
            options_.tell("bounds", widest);
            if (widest <= gap) break;
            if (sweep % 100 == 99) {
                if (gap == 0 && widest > before * 0.999) break;
                before = widest;
            }
        }
        lower.resize(nodes);
        upper.resize(nodes);
        for (Numbers* bounds : {&lower, &upper}) {
            for (double& one : *bounds) one /= unit_;
        }
        values.lower = units_of(lower);
        values.upper = units_of(upper);
        return true;
    }

    const Successors& successors_;
    const ValueOptions& options_;
    const Team alone_;
    const double unit_;
    Sweeps sweeps_;
    Checkpoint::State state_;
    Numbers middle_, mine_, yours_;
};

}  // namespace

Numbers numbers_of(const std::vector<std::int64_t>& units, int bits) {
    const double unit = std::ldexp(1.0, -bits);
    Numbers numbers(units.size());
    std::transform(units.begin(), units.end(), numbers.begin(),
                   [&](std::int64_t one) { return static_cast<double>(one) * unit; });
    return numbers;
}

std::optional<Values> values_of(const Successors& successors, const ValueOptions& options) {
    return Solver(successors, options).solve();
}

Values plain_values(const Successors& successors, double gap, int sweeps) {
    static const ValueOptions options;
    return Solver(successors, options).solve_plainly(gap, static_cast<std::uint64_t>(sweeps));
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
