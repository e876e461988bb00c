#include "tables/sweeps.hpp"

#include <fmt/core.h>

#include <cstdlib>
#include <limits>

namespace octomate::tables {

namespace {

using Chunk = Successors::Chunk;
using Kind = Successors::Kind;
constexpr double mate_units = 1 << mate_bits;
constexpr const char* mates_stage = "mates";

// Games without a die: exact distances to mate.

/// Returns the values of the leaves, whose lower and upper bounds are equal, in units of 2^-mate_bits.
Numbers leaf_values(const Successors& successors) {
    Numbers units(successors.lower);
    for (double& value : units) value *= mate_units;
    return units;
}

/// Returns the value of the node `index` of `chunk` in units of 2^-mate_bits: the greatest negated value of
/// its targets, one unit (a ply) nearer to 0. `values` has a number for each node and leaf.
double mate_value_of(const Chunk& chunk, std::size_t index, const Numbers& values) {
    const std::uint32_t* const first = chunk.targets.data() + chunk.begin[index];
    const std::uint32_t* const last = chunk.targets.data() + chunk.begin[index + 1];
    if (chunk.kinds[index] == Kind::Over) return values[*first];
    double best = -values[*first];
    for (const std::uint32_t* target = first + 1; target < last; ++target)
        best = std::max(best, -values[*target]);
    return best > 0 ? best - 1 : best < 0 ? best + 1 : 0;
}

}  // namespace

std::optional<Values> mates_of(const Successors& successors, const ValueOptions& options) {
    Computation computation(successors, options);
    Numbers units(successors.nodes, 0);
    const std::uint64_t first = computation.resume(mates_stage, units) ? computation.state().step : 0;
    const Numbers leaves = leaf_values(successors);
    units.insert(units.end(), leaves.begin(), leaves.end());
    Numbers next(successors.nodes);
    const auto nodes = static_cast<std::ptrdiff_t>(successors.nodes);
    // Sweep n finds the mates within n plies; values with fewer plies to the mate no longer change.
    for (std::uint64_t ply = first;; ++ply) {
        if (options.checkpoint)
            computation.save(mates_stage, ply, 0, {}, Numbers(units.begin(), units.begin() + nodes));
        if (computation.stopped()) return {};
        const auto plies = static_cast<double>(ply);
        computation.sweeps.fill_all(next.data(), [&](std::size_t node, const Chunk& chunk,
                                                     std::size_t index) {
            const double value = units[node];
            return value != 0 && mate_units - std::abs(value) < plies ? value
                                                                      : mate_value_of(chunk, index, units);
        });
        std::uint64_t changed = 0;
        for (std::size_t node = 0; node < next.size(); ++node) changed += next[node] != units[node];
        std::copy(next.begin(), next.end(), units.begin());
        options.report(mates_stage, static_cast<double>(changed));
        if (changed == 0) break;
    }
    Values values;
    values.bits = mate_bits;
    values.proof = Values::Proof::Mates;
    values.evaluations = computation.sweeps.evaluations();
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
                           units[node] == mate_value_of(chunk, node % Successors::chunk_size, units);
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
std::vector<double> solve(std::vector<std::vector<double>> rows) {
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
        double remainder = rows[index][size];
        for (std::size_t column = index + 1; column < size; ++column)
            remainder -= rows[index][column] * solution[column];
        solution[index] = rows[index][index] == 0 ? 0 : remainder / rows[index][index];
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
    for (const double piece_sum : sums) sum += piece_sum;
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
    return solve(std::move(rows));
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
    if (has_previous_) {
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
            for (std::size_t number = 0; number < weights.size(); ++number)
                next -= weights[number] * differences_[number].image[index];
            own_x[index] = next;
        }
    });
    team_.share(x.data(), size_);
    residual_ = std::move(residual);
    image_.assign(own_image, own_image + size);
    has_previous_ = true;
}

void Anderson::restart() {
    differences_.clear();
    has_previous_ = false;
}

namespace {

using End = Computation::End;

constexpr unsigned most_rounds = 12;  // how often doubtful values are recomputed at most

// The middle and endless positions: steps 1 and 2 of the method in sweeps.hpp.

/// Returns the name of the stage that recomputes doubtful values for the `round`-th time, from 0.
std::string settling_stage(unsigned round) { return fmt::format("settling {}", round); }

/// Returns the residual up to which the values count as converged.
double value_tolerance(const Computation& computation) { return std::max(1e-13, computation.unit()); }

/// For each node: whether its value is unreliable, because it is above 0 for a side that cannot force the
/// game to end. Empty if all values are reliable.
using Doubtful = std::vector<bool>;

/// Iterates the values of `middle` until they converge; the values of doubtful nodes stay fixed.
End iterate_values(Computation& computation, const std::string& stage, const Numbers& finished,
                   const Doubtful& doubtful, Middle& middle) {
    Sweeps& sweeps = computation.sweeps;
    const std::size_t nodes = computation.successors.nodes, last_block = sweeps.last_block();
    const auto fill = [&](std::size_t begin, std::size_t end, double* out) {
        sweeps.fill(begin, end, out, [&](std::size_t node, const Chunk& chunk, std::size_t index) {
            return !doubtful.empty() && doubtful[node]
                       ? middle.values[node]
                       : value_of(computation.successors, chunk, index, middle.values);
        });
    };
    // Only the last block is iterated: the other block's values are recomputed from it in each sweep.
    const auto begin = middle.values.begin() + static_cast<std::ptrdiff_t>(last_block);
    Numbers x(begin, begin + static_cast<std::ptrdiff_t>(nodes - last_block));
    return computation.accelerate({stage, -1, 1, value_tolerance(computation), 1e-11}, finished, x,
                                  [&](const Numbers& numbers, Numbers& image) {
                                      std::copy(numbers.begin(), numbers.end(), begin);
                                      if (last_block > 0) fill(0, last_block, middle.values.data());
                                      fill(last_block, nodes, image.data());
                                  });
}

/// Computes the residual and the endless positions of `middle`. Starts with all nodes that have a move in
/// both `held_mover` and `held_waiter`. Removes a node from `held_waiter` if on some roll no nearly best move
/// leads to `held_mover`, and from `held_mover` if on some roll a best move leads outside `held_waiter`,
/// until nothing changes. Returns false if interrupted.
bool find_held(Computation& computation, Middle& middle) {
    const Successors& successors = computation.successors;
    middle.residual =
        computation.sweeps.greatest([&](std::size_t node, const Chunk& chunk, std::size_t index) {
            return std::abs(value_of(successors, chunk, index, middle.values) - middle.values[node]);
        });
    Numbers &mover = middle.held_mover, &waiter = middle.held_waiter;
    mover = waiter = computation.constant(1, Numbers(successors.lower.size(), 0));
    Numbers next(successors.nodes);
    // Keeps the nodes for which `is_held` returns 1 on every roll; returns how many are left.
    const auto remove_others = [&](Numbers& held, auto is_held) {
        computation.sweeps.fill_all(
            next.data(), [&](std::size_t node, const Chunk& chunk, std::size_t index) {
                if (held[node] == 0 || chunk.kinds[index] == Kind::Over) return 0.0;
                return mean_of_bests(successors, chunk, index, is_held) == 1 ? 1.0 : 0.0;
            });
        double remaining = 0;
        for (std::size_t node = 0; node < next.size(); ++node) remaining += held[node] = next[node];
        return remaining;
    };
    for (double previous = -1;;) {
        if (computation.stopped()) return false;
        double remaining = remove_others(waiter, [&](const std::uint32_t* targets, std::size_t count) {
            double any_held = 0;
            middle.for_best(targets, count, Middle::near,
                            [&](std::uint32_t target) { any_held = std::max(any_held, mover[target]); });
            return any_held;
        });
        remaining += remove_others(mover, [&](const std::uint32_t* targets, std::size_t count) {
            double all_held = 1;
            middle.for_best(targets, count, middle.tie(),
                            [&](std::uint32_t target) { all_held = std::min(all_held, waiter[target]); });
            return all_held;
        });
        computation.options.report("circles", remaining);
        if (remaining == 0) {
            mover.clear();
            waiter.clear();
        }
        if (remaining == 0 || remaining == previous) return true;
        previous = remaining;
    }
}

/// Returns the doubtful nodes of `middle`.
Doubtful doubtful_of(const Middle& middle) {
    Doubtful doubtful(middle.held_mover.size());
    bool any_doubtful = false;
    for (std::size_t node = 0; node < doubtful.size(); ++node) {
        doubtful[node] = (middle.holds_mover(node) && middle.values[node] > 0) ||
                         (middle.holds_waiter(node) && middle.values[node] < 0);
        any_doubtful = any_doubtful || doubtful[node];
    }
    return any_doubtful ? doubtful : Doubtful();
}

/// Recomputes the doubtful values from 0, the value of play without end, ply by ply; other values stay fixed.
/// A value that was only kept up by repeating moves disappears. Returns false if interrupted.
bool settle(Computation& computation, const Doubtful& doubtful, Middle& middle) {
    constexpr int most_plies = 400;
    const std::size_t nodes = computation.successors.nodes;
    for (std::size_t node = 0; node < nodes; ++node) {
        if (doubtful[node]) middle.values[node] = 0;
    }
    Numbers next(nodes);
    for (int ply = 0; ply < most_plies; ++ply) {
        if (computation.stopped()) return false;
        computation.sweeps.fill_all(
            next.data(), [&](std::size_t node, const Chunk& chunk, std::size_t index) {
                return doubtful[node] ? value_of(computation.successors, chunk, index, middle.values)
                                      : middle.values[node];
            });
        const bool done = std::equal(next.begin(), next.end(), middle.values.begin());
        std::copy(next.begin(), next.end(), middle.values.begin());
        if (done) break;
    }
    return true;
}

}  // namespace

std::optional<Middle> find_middle(Computation& computation) {
    const Successors& successors = computation.successors;
    Numbers leaves(successors.lower);
    for (std::size_t index = 0; index < leaves.size(); ++index)
        leaves[index] = (successors.lower[index] + successors.upper[index]) / 2;
    Middle middle;
    middle.values = computation.constant(0, leaves);
    const Checkpoint::State& state = computation.state();
    unsigned round = 0;
    if (state.finished.empty()) {
        if (iterate_values(computation, "values", {}, {}, middle) == End::Stopped) return {};
    } else {  // resumes a later stage
        std::copy(state.finished.begin(), state.finished.end(), middle.values.begin());
        while (round < most_rounds && state.stage != settling_stage(round)) ++round;
    }
    for (;; ++round) {
        if (!find_held(computation, middle)) return {};
        const Doubtful doubtful = doubtful_of(middle);
        middle.settled = doubtful.empty();
        if (middle.settled || round >= most_rounds) break;
        const Numbers finished = middle.values;
        if (!settle(computation, doubtful, middle) ||
            iterate_values(computation, settling_stage(round), finished, doubtful, middle) == End::Stopped)
            return {};
    }
    return middle;
}

namespace {

// Proof of bounds around the middle: step 3 of the method in sweeps.hpp.

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
    Drift(Computation& computation, const Middle& middle) : computation_(computation), middle_(middle) {}

    /// Computes `player_delays_` and `other_delays_` by accelerated iteration.
    End find_delays() {
        const std::size_t nodes = computation_.successors.nodes;
        player_delays_ = computation_.constant(0, Numbers(computation_.successors.lower.size()));
        other_delays_ = player_delays_;
        Numbers x(nodes);
        const End end = computation_.accelerate(
            {"proof", 0, longest_delay, 0.25, 0}, middle_.values, x,
            [&](const Numbers& numbers, Numbers& image) {
                std::copy(numbers.begin(), numbers.end(), player_delays_.begin());
                computation_.sweeps.fill_all(
                    other_delays_.data(), [&](std::size_t node, const Chunk& chunk, std::size_t index) {
                        return std::min(other_delay(node, chunk, index), longest(-middle_.values[node]));
                    });
                computation_.sweeps.fill_all(
                    image.data(), [&](std::size_t node, const Chunk& chunk, std::size_t index) {
                        return std::min(player_delay(node, chunk, index), longest(middle_.values[node]));
                    });
            });
        // With a residual of at most 0.25, the delays fall by at least 1/2 per ply; doubled, by 1.
        for (Numbers* delays : {&player_delays_, &other_delays_}) {
            for (double& delay : *delays) delay *= 2;
        }
        return end;
    }

    /// Sets `values` to bounds that are wider where the delay is longer, and loosens them until each follows
    /// from those of its targets. If that fails, doubles the slack per unit of delay and tries again, up to a
    /// thousandfold; then returns NotReached.
    End prove(Values& values) {
        const Successors& successors = computation_.successors;
        double leaf_gap = 0;  // half of the greatest gap between the bounds of a leaf
        for (std::size_t index = 0; index < successors.lower.size(); ++index)
            leaf_gap = std::max(leaf_gap, (successors.upper[index] - successors.lower[index]) / 2);
        leaf_gap *= 1 + 1e-9;
        for (double slack = least_slack(); slack <= 1000 * least_slack(); slack *= 2) {
            values.lower = around_middle(-1, player_delays_, slack, leaf_gap);
            values.upper = around_middle(1, other_delays_, slack, leaf_gap);
            for (int pass = 0; pass < most_passes; ++pass) {
                if (computation_.stopped()) return End::Stopped;
                const double widened = widen_bounds(values);
                computation_.options.report("bounds", widened);
                if (widened > 0) continue;
                if (other_moves_raise_bound(values)) return End::Reached;
                break;
            }
        }
        values.lower.clear();
        values.upper.clear();
        return End::NotReached;
    }

  private:
    static constexpr double longest_delay = 1e7;  // in plies
    static constexpr int most_passes = 100;       // how often `widen_bounds` may run with the same slack

    /// The slack per unit of delay: covers what a ply loses to residual, ties and rounding.
    double least_slack() const { return middle_.residual + middle_.tie() + 2 * computation_.unit() + 1e-14; }

    /// The longest delay that matters: with a longer one, the bound of a player whose value is at most 0
    /// would be -1 anyway. No limit for values above 0, where the delay must fall.
    double longest(double value_for_player) const {
        return value_for_player > 0 ? std::numeric_limits<double>::infinity()
                                    : (1 + value_for_player) / least_slack() + 1;
    }

    /// By how much the delay must fall on average in the ply from `node`: 1, or 0 at endless positions, where
    /// the player's value is at most 0 in a settled middle. `player_moves`: the player moves.
    double required_fall(std::size_t node, bool player_moves) const {
        return (player_moves ? middle_.holds_mover(node) : middle_.holds_waiter(node)) ? 0 : 1;
    }

    /// Returns the target that the player chooses on a roll: among the best moves, one with the least delay.
    std::uint32_t player_choice(const std::uint32_t* targets, std::size_t count) const {
        std::uint32_t quickest = targets[0];
        double least = 1e300;
        middle_.for_best(targets, count, middle_.tie(), [&](std::uint32_t target) {
            if (other_delays_[target] >= least) return;
            least = other_delays_[target];
            quickest = target;
        });
        return quickest;
    }

    /// Computes the delay of a node where the player is to move from `other_delays_`.
    double player_delay(std::size_t node, const Chunk& chunk, std::size_t index) const {
        if (chunk.kinds[index] == Kind::Over) return 0;
        return required_fall(node, true) +
               mean_of_bests(computation_.successors, chunk, index,
                             [&](const std::uint32_t* targets, std::size_t count) {
                                 return other_delays_[player_choice(targets, count)];
                             });
    }

    /// Computes the delay of a node where the other side is to move from `player_delays_`: the other side
    /// chooses the longest delay among nearly best moves.
    double other_delay(std::size_t node, const Chunk& chunk, std::size_t index) const {
        if (chunk.kinds[index] == Kind::Over) return 0;
        // If the player cannot win, the game need not end; only moves of equal value up to rounding matter.
        const double near = middle_.values[node] < 0 ? Middle::near : 1e-9;
        return required_fall(node, false) +
               mean_of_bests(computation_.successors, chunk, index,
                             [&](const std::uint32_t* targets, std::size_t count) {
                                 double longest = 0;
                                 middle_.for_best(targets, count, near, [&](std::uint32_t target) {
                                     longest = std::max(longest, player_delays_[target]);
                                 });
                                 return longest;
                             });
    }

    /// Returns middle + sign · (slack · delay + leaf_gap), rounded outwards to units: lower bounds for `sign`
    /// -1, upper bounds for 1.
    std::vector<std::int64_t> around_middle(double sign, const Numbers& delays, double slack,
                                            double leaf_gap) {
        Numbers units(computation_.successors.nodes);
        computation_.sweeps.fill_all(
            units.data(), [&](std::size_t node, const Chunk& chunk, std::size_t index) {
                const double value = middle_.values[node];
                // A game that is over has the value -1, 0 or 1.
                if (chunk.kinds[index] == Kind::Over) return std::round(value / computation_.unit());
                const double bound = std::clamp(value + sign * (slack * delays[node] + leaf_gap), -1.0, 1.0);
                return sign < 0 ? std::floor(bound / computation_.unit())
                                : std::ceil(bound / computation_.unit());
            });
        return units_of(units);
    }

    /// Loosens bounds that are tighter than the bounds of their targets allow; returns how many. Exact: all
    /// numbers have at most 48 fractional bits, so a double holds a sum of eight of them and an eighth of it.
    double widen_bounds(Values& values) {
        const Successors& successors = computation_.successors;
        const Numbers lower = with_leaves(values.lower, values.bits, successors.lower);
        Numbers negated = with_leaves(values.upper, values.bits, successors.upper);
        for (double& bound : negated) bound = -bound;
        Numbers next(successors.nodes);
        double changed = 0;
        const auto store_bounds = [&](std::vector<std::int64_t>& units) {
            for (std::size_t node = 0; node < next.size(); ++node) {
                const std::int64_t bound = std::llround(next[node]);
                if (bound != units[node]) ++changed;
                units[node] = bound;
            }
        };
        const auto after_choice = [&](const std::uint32_t* targets, std::size_t count) {
            return negated[player_choice(targets, count)];
        };
        computation_.sweeps.fill_all(
            next.data(), [&](std::size_t node, const Chunk& chunk, std::size_t index) {
                const double bound = lower[node] / computation_.unit();
                if (chunk.kinds[index] == Kind::Over) return bound;
                return std::min(bound, std::floor(mean_of_bests(successors, chunk, index, after_choice) /
                                                  computation_.unit()));
            });
        store_bounds(values.lower);
        computation_.sweeps.fill_all(
            next.data(), [&](std::size_t node, const Chunk& chunk, std::size_t index) {
                const double bound = -negated[node] / computation_.unit();
                if (chunk.kinds[index] == Kind::Over) return bound;
                return std::max(bound,
                                std::ceil(value_of(successors, chunk, index, lower) / computation_.unit()));
            });
        store_bounds(values.upper);
        return changed;
    }

    /// Checks condition (2): where the player's bound is above 0, every move of the other side that is not
    /// nearly best leads to a greater bound for the player than some nearly best move.
    bool other_moves_raise_bound(const Values& values) {
        const Numbers lower = with_leaves(values.lower, values.bits, computation_.successors.lower);
        const auto fails_on_roll = [&](const std::uint32_t* targets, std::size_t count) {
            const double limit = middle_.least_of(targets, count) + Middle::near;
            double least_nearly_best = 1, least_other = 2;
            for (std::size_t move = 0; move < count; ++move) {
                double& least = middle_.values[targets[move]] <= limit ? least_nearly_best : least_other;
                least = std::min(least, lower[targets[move]]);
            }
            return least_nearly_best < least_other ? 0.0 : 1.0;
        };
        return computation_.sweeps.greatest([&](std::size_t node, const Chunk& chunk, std::size_t index) {
            if (chunk.kinds[index] == Kind::Over || values.upper[node] >= 0) return 0.0;
            return mean_of_bests(computation_.successors, chunk, index, fails_on_roll);
        }) == 0;
    }

    Computation& computation_;
    const Middle& middle_;
    /// Delays of the nodes, followed by 0 for each leaf; in `player_delays_` the player is to move, in
    /// `other_delays_` the other side.
    Numbers player_delays_, other_delays_;
};

}  // namespace

End prove_by_drift(Computation& computation, const Middle& middle, Values& values) {
    if (!middle.settled) return End::NotReached;  // some delay would be infinite
    values.proof = Values::Proof::Drift;
    Drift drift(computation, middle);
    const End end = drift.find_delays();
    return end == End::Reached ? drift.prove(values) : end;
}

}  // namespace octomate::tables
