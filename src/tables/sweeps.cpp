#include "tables/sweeps.hpp"

#include <fmt/core.h>

#include <cstdlib>
#include <limits>

namespace octomate::tables {

namespace {

using Chunk = Successors::Chunk;
using Kind = Successors::Kind;
constexpr double mate_units = 1 << mate_bits;
constexpr const char* stage = "mates";

// Games without a die: exact distances to mate.

/// The values of the leaves in units of 2^-mate_bits; their bounds are equal.
Numbers leaf_values(const Successors& successors) {
    Numbers units(successors.lower);
    for (double& one : units) one *= mate_units;
    return units;
}

/// Returns the value of a node, in the same units, from the values `behind` it: the best negated one, a ply
/// (one unit) nearer to 0.
double count_of(const Chunk& chunk, std::size_t index, const Numbers& behind) {
    const std::uint32_t* const first = chunk.targets.data() + chunk.begin[index];
    const std::uint32_t* const last = chunk.targets.data() + chunk.begin[index + 1];
    if (chunk.kinds[index] == Kind::Over) return behind[*first];
    double best = -behind[*first];
    for (const std::uint32_t* target = first + 1; target < last; ++target)
        best = std::max(best, -behind[*target]);
    return best > 0 ? best - 1 : best < 0 ? best + 1 : 0;
}

}  // namespace

std::optional<Values> mates_of(const Successors& successors, const ValueOptions& options) {
    Work work(successors, options);
    Numbers units(successors.nodes, 0);
    const std::uint64_t first = work.resume(stage, units) ? work.state().step : 0;
    const Numbers leaves = leaf_values(successors);
    units.insert(units.end(), leaves.begin(), leaves.end());
    Numbers next(successors.nodes);
    const auto nodes = static_cast<std::ptrdiff_t>(successors.nodes);
    // Sweep n finds the mates within n plies; values with fewer plies to the mate no longer change.
    for (std::uint64_t ply = first;; ++ply) {
        if (options.checkpoint)
            work.remember(stage, ply, 0, {}, Numbers(units.begin(), units.begin() + nodes));
        if (work.stopped()) return {};
        const auto plies = static_cast<double>(ply);
        work.sweeps.make_all(next.data(), [&](std::size_t node, const Chunk& chunk, std::size_t index) {
            const double known = units[node];
            return known != 0 && mate_units - std::abs(known) < plies ? known : count_of(chunk, index, units);
        });
        std::uint64_t changed = 0;
        for (std::size_t node = 0; node < next.size(); ++node) changed += next[node] != units[node];
        std::copy(next.begin(), next.end(), units.begin());
        options.report(stage, static_cast<double>(changed));
        if (changed == 0) break;
    }
    Values values;
    values.bits = mate_bits;
    values.proof = Values::Proof::Mates;
    values.evaluations = work.sweeps.evaluations();
    values.lower.assign(next.begin(), next.end());
    values.upper = values.lower;
    return values;
}

std::uint64_t mate_violations(const Successors& successors, const Values& values) {
    const Numbers leaves = leaf_values(successors);
    Numbers units(values.lower.begin(), values.lower.end());
    units.insert(units.end(), leaves.begin(), leaves.end());
    std::uint64_t count = 0;
    for (std::size_t node = 0; node < successors.nodes; ++node) {
        const Chunk& chunk = successors.chunks[node / Successors::chunk_size];
        const bool holds = values.upper[node] == values.lower[node] &&
                           units[node] == count_of(chunk, node % Successors::chunk_size, units);
        if (!holds) ++count;
    }
    return count;
}

namespace {

constexpr std::size_t piece = Team::piece;

// Anderson acceleration.

/// Calls `f(begin, end)` for each piece of the indices 0…size-1, on all threads.
template <class F>
void for_pieces(std::size_t size, F f) {
    tbb::parallel_for(std::size_t{0}, (size + piece - 1) / piece,
                      [&](std::size_t index) { f(index * piece, std::min(size, (index + 1) * piece)); });
}

/// Solves a square linear system by Gaussian elimination with pivoting. The last column of `rows` is the
/// right-hand side. Unknowns without a pivot become 0.
std::vector<double> solved(std::vector<std::vector<double>> rows) {
    const std::size_t size = rows.size();
    for (std::size_t index = 0; index < size; ++index) {
        const auto pivot = std::max_element(
            rows.begin() + static_cast<std::ptrdiff_t>(index), rows.end(),
            [&](const auto& a, const auto& b) { return std::abs(a[index]) < std::abs(b[index]); });
        std::iter_swap(rows.begin() + static_cast<std::ptrdiff_t>(index), pivot);
        if (rows[index][index] == 0) continue;
        for (std::size_t below = index + 1; below < size; ++below) {
            const double factor = rows[below][index] / rows[index][index];
            for (std::size_t column = index; column <= size; ++column)
                rows[below][column] -= factor * rows[index][column];
        }
    }
    std::vector<double> solution(size);
    for (std::size_t index = size; index-- > 0;) {
        double rest = rows[index][size];
        for (std::size_t column = index + 1; column < size; ++column)
            rest -= rows[index][column] * solution[column];
        solution[index] = rows[index][index] == 0 ? 0 : rest / rows[index][index];
    }
    return solution;
}

}  // namespace

double Anderson::dot(const std::vector<double>& a, const std::vector<double>& b) const {
    std::vector<double> sums((size_ + piece - 1) / piece);
    const std::size_t first = team_.own(size_).first / piece;
    for_pieces(a.size(), [&](std::size_t begin, std::size_t end) {
        double sum = 0;
        for (std::size_t index = begin; index < end; ++index) sum += a[index] * b[index];
        sums[first + begin / piece] = sum;
    });
    team_.share_sums(sums.data(), size_);
    double sum = 0;
    for (const double one : sums) sum += one;
    return sum;
}

std::vector<double> Anderson::coefficients(const std::vector<double>& residual) const {
    constexpr double ridge = 1e-10;  // regularization: avoids huge weights of nearly equal differences
    const std::size_t size = differences_.size();
    std::vector<std::vector<double>> rows(size, std::vector<double>(size + 1));
    for (std::size_t row = 0; row < size; ++row) {
        for (std::size_t column = 0; column <= row; ++column) {
            rows[row][column] = rows[column][row] =
                dot(differences_[row].residual, differences_[column].residual);
        }
        rows[row][size] = dot(differences_[row].residual, residual);
    }
    for (std::size_t row = 0; row < size; ++row) rows[row][row] *= 1 + ridge;
    return solved(std::move(rows));
}

void Anderson::step(std::vector<double>& x, const std::vector<double>& image) {
    const auto [first, last] = team_.own(size_);
    const std::size_t size = last - first;
    const double* const own_image = image.data() + first;
    double* const own_x = x.data() + first;
    std::vector<double> residual(size);
    for_pieces(size, [&](std::size_t begin, std::size_t end) {
        for (std::size_t index = begin; index < end; ++index)
            residual[index] = own_image[index] - own_x[index];
    });
    if (begun_) {
        Difference latest;
        if (differences_.size() == memory_) {
            latest = std::move(differences_.front());
            differences_.erase(differences_.begin());
        }
        latest.residual.resize(size);
        latest.image.resize(size);
        for_pieces(size, [&](std::size_t begin, std::size_t end) {
            for (std::size_t index = begin; index < end; ++index) {
                latest.residual[index] = residual[index] - residual_[index];
                latest.image[index] = own_image[index] - image_[index];
            }
        });
        differences_.push_back(std::move(latest));
    }
    const std::vector<double> weights = coefficients(residual);
    for_pieces(size, [&](std::size_t begin, std::size_t end) {
        for (std::size_t index = begin; index < end; ++index) {
            double next = own_image[index];
            for (std::size_t one = 0; one < weights.size(); ++one)
                next -= weights[one] * differences_[one].image[index];
            own_x[index] = next;
        }
    });
    team_.share(x.data(), size_);
    residual_ = std::move(residual);
    image_.assign(own_image, own_image + size);
    begun_ = true;
}

void Anderson::restart() {
    differences_.clear();
    begun_ = false;
}

namespace {

using End = Work::End;

constexpr unsigned most_rounds = 12;

// Approximate values ("middle") and endless positions.

/// Name of the stage that recomputes doubtful values for the `round`-th time.
std::string settling_stage(unsigned round) { return fmt::format("settling {}", round); }

/// The residual at which values are exact enough.
double exactness(const Work& work) { return std::max(1e-13, work.unit()); }

/// For each node: whether its value is unreliable, because it is above 0 for a side that cannot force the
/// game to end. Empty if no node is.
using Doubtful = std::vector<bool>;

/// Iterates the values of `middle` towards a fixed point; the values of doubtful nodes stay fixed.
End approach(Work& work, const std::string& stage, const Numbers& finished, const Doubtful& doubtful,
             Middle& middle) {
    Sweeps& sweeps = work.sweeps;
    const std::size_t nodes = work.successors.nodes, head = sweeps.head();
    const auto make = [&](std::size_t begin, std::size_t end, double* out) {
        sweeps.make(begin, end, out, [&](std::size_t node, const Chunk& chunk, std::size_t index) {
            return !doubtful.empty() && doubtful[node]
                       ? middle.values[node]
                       : value_of(work.successors, chunk, index, middle.values);
        });
    };
    // Only the second block is iterated: the first block's values are recomputed from it in each sweep.
    const auto begin = middle.values.begin() + static_cast<std::ptrdiff_t>(head);
    Numbers x(begin, begin + static_cast<std::ptrdiff_t>(nodes - head));
    return work.accelerate({stage, -1, 1, exactness(work), 1e-11}, finished, x,
                           [&](const Numbers& numbers, Numbers& image) {
                               std::copy(numbers.begin(), numbers.end(), begin);
                               if (head > 0) make(0, head, middle.values.data());
                               make(head, nodes, image.data());
                           });
}

/// Computes the residual and the endless positions (`held_mover`, `held_waiter`) of `middle`: starts with all
/// nodes that have a move, and removes a waiter node if some roll has no nearly best move to a held mover
/// node, and a mover node if some roll has a best move to a node not held, until nothing changes. Returns
/// false if interrupted.
bool find_held(Work& work, Middle& middle) {
    const Successors& successors = work.successors;
    middle.residual = work.sweeps.greatest([&](std::size_t node, const Chunk& chunk, std::size_t index) {
        return std::abs(value_of(successors, chunk, index, middle.values) - middle.values[node]);
    });
    Numbers &mover = middle.held_mover, &waiter = middle.held_waiter;
    mover = waiter = work.all_at(1, Numbers(successors.lower.size(), 0));
    Numbers next(successors.nodes);
    const auto subtract = [&](Numbers& held, auto held_by) {
        work.sweeps.make_all(next.data(), [&](std::size_t node, const Chunk& chunk, std::size_t index) {
            if (held[node] == 0 || chunk.kinds[index] == Kind::Over) return 0.0;
            return mean_of_bests(successors, chunk, index, held_by) == 1 ? 1.0 : 0.0;
        });
        double left = 0;
        for (std::size_t node = 0; node < next.size(); ++node) left += held[node] = next[node];
        return left;
    };
    for (double before = -1;;) {
        if (work.stopped()) return false;
        double left = subtract(waiter, [&](const std::uint32_t* targets, std::size_t count) {
            double most = 0;
            middle.for_best(targets, count, Middle::near,
                            [&](std::uint32_t target) { most = std::max(most, mover[target]); });
            return most;
        });
        left += subtract(mover, [&](const std::uint32_t* targets, std::size_t count) {
            double least = 1;
            middle.for_best(targets, count, middle.tie(),
                            [&](std::uint32_t target) { least = std::min(least, waiter[target]); });
            return least;
        });
        work.options.report("circles", left);
        if (left == 0) {
            mover.clear();
            waiter.clear();
        }
        if (left == 0 || left == before) return true;
        before = left;
    }
}

/// Returns the doubtful nodes; empty if there are none.
Doubtful doubtful_of(const Middle& middle) {
    Doubtful doubtful(middle.held_mover.size());
    bool any = false;
    for (std::size_t node = 0; node < doubtful.size(); ++node) {
        doubtful[node] = (middle.holds_mover(node) && middle.values[node] > 0) ||
                         (middle.holds_waiter(node) && middle.values[node] < 0);
        any = any || doubtful[node];
    }
    return any ? doubtful : Doubtful();
}

/// Recomputes the doubtful values from 0, the value of play without end, ply by ply; the others stay fixed.
/// Removes values that were only kept up by repeating moves. Returns false if interrupted.
bool settle(Work& work, const Doubtful& doubtful, Middle& middle) {
    constexpr int most_plies = 400;
    const std::size_t nodes = work.successors.nodes;
    for (std::size_t node = 0; node < nodes; ++node) {
        if (doubtful[node]) middle.values[node] = 0;
    }
    Numbers next(nodes);
    for (int ply = 0; ply < most_plies; ++ply) {
        if (work.stopped()) return false;
        work.sweeps.make_all(next.data(), [&](std::size_t node, const Chunk& chunk, std::size_t index) {
            return doubtful[node] ? value_of(work.successors, chunk, index, middle.values)
                                  : middle.values[node];
        });
        const bool done = std::equal(next.begin(), next.end(), middle.values.begin());
        std::copy(next.begin(), next.end(), middle.values.begin());
        if (done) break;
    }
    return true;
}

}  // namespace

std::optional<Middle> find_middle(Work& work) {
    const Successors& successors = work.successors;
    Numbers leaves(successors.lower);
    for (std::size_t index = 0; index < leaves.size(); ++index)
        leaves[index] = (successors.lower[index] + successors.upper[index]) / 2;
    Middle middle;
    middle.values = work.all_at(0, leaves);
    const Checkpoint::State& state = work.state();
    unsigned round = 0;
    if (state.finished.empty()) {
        if (approach(work, "values", {}, {}, middle) == End::Stopped) return {};
    } else {  // resumes a later stage
        std::copy(state.finished.begin(), state.finished.end(), middle.values.begin());
        while (round < most_rounds && state.stage != settling_stage(round)) ++round;
    }
    for (;; ++round) {
        if (!find_held(work, middle)) return {};
        const Doubtful doubtful = doubtful_of(middle);
        middle.settled = doubtful.empty();
        if (middle.settled || round >= most_rounds) break;
        const Numbers finished = middle.values;
        if (!settle(work, doubtful, middle) ||
            approach(work, settling_stage(round), finished, doubtful, middle) == End::Stopped)
            return {};
    }
    return middle;
}

namespace {

// Proof of bounds around the middle.

/// The proof by drift. One side, the player, makes the best moves of the middle, and among those the
/// quickest; the other side stalls with nearly best moves. The delay of a node is a number, like the expected
/// plies to the end, that falls by at least 1 per ply on average wherever the player is more likely to win
/// than to lose.
///
/// The bounds hold if the player's bound (1) never falls on average, whatever the other side plays, and (2)
/// where it is above 0, rises whenever the other side plays a move that is not nearly best. Positions are
/// finitely many, so each such rise has a minimum size; the bound is at most 1, so the expected number of
/// rises is limited. After the last one the delays end the game, unless it keeps returning to positions
/// whose bound is at most 0, the value of play without end (R11). So the player gets the bound.
class Drift {
  public:
    Drift(Work& work, const Middle& middle) : work_(work), middle_(middle) {}

    /// Computes the delays of all nodes by accelerated iteration.
    End find_delays() {
        const std::size_t nodes = work_.successors.nodes;
        player_delays_ = work_.all_at(0, Numbers(work_.successors.lower.size()));
        other_delays_ = player_delays_;
        Numbers x(nodes);
        const End end = work_.accelerate(
            {"proof", 0, longest_delay, 0.25, 0}, middle_.values, x,
            [&](const Numbers& numbers, Numbers& image) {
                std::copy(numbers.begin(), numbers.end(), player_delays_.begin());
                work_.sweeps.make_all(
                    other_delays_.data(), [&](std::size_t node, const Chunk& chunk, std::size_t index) {
                        return std::min(other_delay(node, chunk, index), longest(-middle_.values[node]));
                    });
                work_.sweeps.make_all(
                    image.data(), [&](std::size_t node, const Chunk& chunk, std::size_t index) {
                        return std::min(player_delay(node, chunk, index), longest(middle_.values[node]));
                    });
            });
        // Converged to a residual of 0.25, they fall by at least a half per ply; doubled, by at least 1.
        for (Numbers* delays : {&player_delays_, &other_delays_}) {
            for (double& one : *delays) one *= 2;
        }
        return end;
    }

    /// Sets `values` to bounds that are wider where the delay is longer, which makes up for the residual and
    /// for rounding, and loosens them until each follows from those behind it. Doubles the slack per unit of
    /// delay and tries again if that fails.
    End prove(Values& values) {
        const Successors& successors = work_.successors;
        double leaf = 0;  // half of the greatest gap between the bounds of a leaf
        for (std::size_t index = 0; index < successors.lower.size(); ++index)
            leaf = std::max(leaf, (successors.upper[index] - successors.lower[index]) / 2);
        leaf *= 1 + 1e-9;
        for (double slack = least_slack(); slack <= 1000 * least_slack(); slack *= 2) {
            values.lower = around_middle(-1, player_delays_, slack, leaf);
            values.upper = around_middle(1, other_delays_, slack, leaf);
            for (int pass = 0; pass < most_passes; ++pass) {
                if (work_.stopped()) return End::Stopped;
                const double wrong = widen_bounds(values);
                work_.options.report("bounds", wrong);
                if (wrong > 0) continue;
                if (others_raise(values)) return End::Reached;
                break;
            }
        }
        values.lower.clear();
        values.upper.clear();
        return End::NotReached;
    }

  private:
    static constexpr double longest_delay = 1e7;  // plies
    static constexpr int most_passes = 100;

    /// The slack per unit of delay: covers what a ply loses to residual, ties and rounding.
    double least_slack() const { return middle_.residual + middle_.tie() + 2 * work_.unit() + 1e-14; }

    /// The longest delay that matters: with a longer one, the bound of a player whose value is at most 0
    /// would be -1 anyway. No limit for values above 0, where the delay must fall.
    double longest(double value_for_player) const {
        return value_for_player > 0 ? std::numeric_limits<double>::infinity()
                                    : (1 + value_for_player) / least_slack() + 1;
    }

    /// By how much the delay must fall at a node where the player, or the other side, is to move: 0 at
    /// endless positions, where the player has nothing to win since the middle is settled.
    double fall(std::size_t node, bool player_moves) const {
        return (player_moves ? middle_.holds_mover(node) : middle_.holds_waiter(node)) ? 0 : 1;
    }

    /// Returns the target that the player chooses on a roll: the least delay among the best moves.
    std::uint32_t chosen(const std::uint32_t* targets, std::size_t count) const {
        std::uint32_t quickest = targets[0];
        double least = 1e300;
        middle_.for_best(targets, count, middle_.tie(), [&](std::uint32_t target) {
            if (other_delays_[target] >= least) return;
            least = other_delays_[target];
            quickest = target;
        });
        return quickest;
    }

    /// The delay of a node where the player is to move, from the delays behind it.
    double player_delay(std::size_t node, const Chunk& chunk, std::size_t index) const {
        if (chunk.kinds[index] == Kind::Over) return 0;
        return fall(node, true) + mean_of_bests(work_.successors, chunk, index,
                                                [&](const std::uint32_t* targets, std::size_t count) {
                                                    return other_delays_[chosen(targets, count)];
                                                });
    }

    /// The delay of a node where the other side is to move: it chooses the longest among nearly best moves.
    double other_delay(std::size_t node, const Chunk& chunk, std::size_t index) const {
        if (chunk.kinds[index] == Kind::Over) return 0;
        // If the player cannot win, the game need not end; only moves of equal value up to rounding matter.
        const double near = middle_.values[node] < 0 ? Middle::near : 1e-9;
        return fall(node, false) +
               mean_of_bests(work_.successors, chunk, index,
                             [&](const std::uint32_t* targets, std::size_t count) {
                                 double longest = 0;
                                 middle_.for_best(targets, count, near, [&](std::uint32_t target) {
                                     longest = std::max(longest, player_delays_[target]);
                                 });
                                 return longest;
                             });
    }

    /// Returns bounds in units, rounded outwards: lower ones for `sign` -1, upper ones for 1.
    std::vector<std::int64_t> around_middle(double sign, const Numbers& delays, double slack, double leaf) {
        Numbers units(work_.successors.nodes);
        work_.sweeps.make_all(units.data(), [&](std::size_t node, const Chunk& chunk, std::size_t index) {
            const double value = middle_.values[node];
            // A game that is over has the value -1, 0 or 1.
            if (chunk.kinds[index] == Kind::Over) return std::round(value / work_.unit());
            const double bound = std::clamp(value + sign * (slack * delays[node] + leaf), -1.0, 1.0);
            return sign < 0 ? std::floor(bound / work_.unit()) : std::ceil(bound / work_.unit());
        });
        return units_of(units);
    }

    /// Loosens bounds that are tighter than the bounds behind them allow; returns how many. Exact: all
    /// numbers have at most 48 fractional bits, so a sum of eight of them and its eighth fit into a double.
    double widen_bounds(Values& values) {
        const Successors& successors = work_.successors;
        const Numbers lower = with_leaves(values.lower, values.bits, successors.lower);
        Numbers negated = with_leaves(values.upper, values.bits, successors.upper);
        for (double& one : negated) one = -one;
        Numbers next(successors.nodes);
        double changed = 0;
        const auto store_bounds = [&](std::vector<std::int64_t>& units) {
            for (std::size_t node = 0; node < next.size(); ++node) {
                const std::int64_t one = std::llround(next[node]);
                if (one != units[node]) ++changed;
                units[node] = one;
            }
        };
        const auto after_choice = [&](const std::uint32_t* targets, std::size_t count) {
            return negated[chosen(targets, count)];
        };
        work_.sweeps.make_all(next.data(), [&](std::size_t node, const Chunk& chunk, std::size_t index) {
            const double bound = lower[node] / work_.unit();
            if (chunk.kinds[index] == Kind::Over) return bound;
            return std::min(bound,
                            std::floor(mean_of_bests(successors, chunk, index, after_choice) / work_.unit()));
        });
        store_bounds(values.lower);
        work_.sweeps.make_all(next.data(), [&](std::size_t node, const Chunk& chunk, std::size_t index) {
            const double bound = -negated[node] / work_.unit();
            if (chunk.kinds[index] == Kind::Over) return bound;
            return std::max(bound, std::ceil(value_of(successors, chunk, index, lower) / work_.unit()));
        });
        store_bounds(values.upper);
        return changed;
    }

    /// Checks condition (2): where the player's bound is above 0, every move of the other side that is not
    /// nearly best leads to a greater bound for the player than some nearly best move.
    bool others_raise(const Values& values) {
        const Numbers lower = with_leaves(values.lower, values.bits, work_.successors.lower);
        const auto wrong = [&](const std::uint32_t* targets, std::size_t count) {
            const double enough = middle_.least_of(targets, count) + Middle::near;
            double least = 1, least_of_others = 2;
            for (std::size_t one = 0; one < count; ++one) {
                double& of = middle_.values[targets[one]] <= enough ? least : least_of_others;
                of = std::min(of, lower[targets[one]]);
            }
            return least < least_of_others ? 0.0 : 1.0;
        };
        return work_.sweeps.greatest([&](std::size_t node, const Chunk& chunk, std::size_t index) {
            if (chunk.kinds[index] == Kind::Over || values.upper[node] >= 0) return 0.0;
            return mean_of_bests(work_.successors, chunk, index, wrong);
        }) == 0;
    }

    Work& work_;
    const Middle& middle_;
    /// Delays of the nodes, followed by leaves: the player is to move, or the other side is.
    Numbers player_delays_, other_delays_;
};

}  // namespace

End prove_by_drift(Work& work, const Middle& middle, Values& values) {
    if (!middle.settled) return End::NotReached;  // some delay would be infinite
    values.proof = Values::Proof::Drift;
    Drift drift(work, middle);
    const End end = drift.find_delays();
    return end == End::Reached ? drift.prove(values) : end;
}

}  // namespace octomate::tables
