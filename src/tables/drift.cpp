#include "tables/drift.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace octomate::tables {

namespace {

using Chunk = Successors::Chunk;
using Kind = Successors::Kind;
using End = Work::End;

/// One side, the player, makes the best moves by the middle, and of those the quickest; the other side delays
/// by moves that are nearly best. Delays are numbers that fall by 1 or more with each ply, on the average;
/// but where a game may last for ever and the player hopes for nothing, they need only not rise, for such a
/// game costs the player nothing.
///
/// So the player gets his bound, whatever the other side does. On the average his bound never falls. A move
/// of the other side that is not nearly best raises it, by more than some fixed amount, as there are finitely
/// many positions; as it is at most 1, that happens a limited number of times on the average. Between those
/// the delays fall, until the game is over or lasts where the bound is at most 0, which is what a game
/// without end is worth (R11).
class Drift {
  public:
    Drift(Work& work, const Middle& middle) : work_(work), middle_(middle) {}

    End find_delays() {
        residual_ = work_.sweeps.greatest([&](std::size_t node, const Chunk& chunk, std::size_t at) {
            return std::abs(value_of(work_.successors, chunk, at, middle_.values) - middle_.values[node]);
        });
        mine_ = work_.all_at(0, Numbers(work_.successors.lower.size()));
        yours_ = mine_;
        constexpr int most_rounds = 12;
        for (int round = 0; round < most_rounds; ++round) {
            const End end = approach(round == 0);
            if (end != End::Reached) return end;
            if (middle_.lasting.empty() || settle() <= 0.1) {
                // They fall by a half at least.
                for (Numbers* delays : {&mine_, &yours_}) {
                    for (double& one : *delays) one *= 2;
                }
                return End::Reached;
            }
        }
        return End::NotReached;
    }

    /// Bounds that are wider where the game takes longer, and what was rounded is made up for by the delays.
    End prove(Values& values) {
        const Successors& successors = work_.successors;
        double leaf = 0;  // half of the greatest gap between the bounds of leaves
        for (std::size_t at = 0; at < successors.lower.size(); ++at)
            leaf = std::max(leaf, (successors.upper[at] - successors.lower[at]) / 2);
        leaf *= 1 + 1e-9;
        const double least = residual_ + tie() + 2 * work_.unit() + 1e-14;
        for (double slack = least; slack <= 1000 * least; slack *= 2) {
            values.lower = around_middle(-1, mine_, slack, leaf);
            values.upper = around_middle(1, yours_, slack, leaf);
            if (proven(values)) return End::Reached;
        }
        values.lower.clear();
        values.upper.clear();
        return End::NotReached;
    }

  private:
    static constexpr double longest_delay = 1e7;  // plies

    /// Moves that are worth less by no more than that are as good, as far as the middle knows.
    double tie() const { return 4 * residual_; }

    /// By how much the delays are to fall at a node.
    double fall(std::size_t node, double value_for_player) const {
        return middle_.lasts(node) && value_for_player <= 0 ? 0 : 1;
    }

    /// Of the moves that a roll allows, what the player chooses.
    std::uint32_t chosen(const std::uint32_t* targets, std::size_t count) const {
        std::uint32_t quickest = targets[0];
        double least = 1e300;
        middle_.for_best(targets, count, tie(), [&](std::uint32_t target) {
            if (yours_[target] >= least) return;
            least = yours_[target];
            quickest = target;
        });
        return quickest;
    }

    double mine_of(std::size_t node, const Chunk& chunk, std::size_t at) const {
        if (chunk.kinds[at] == Kind::Over) return 0;
        return fall(node, middle_.values[node]) +
               mean_of_bests(work_.successors, chunk, at,
                             [&](const std::uint32_t* targets, std::size_t count) {
                                 return yours_[chosen(targets, count)];
                             });
    }

    double yours_of(std::size_t node, const Chunk& chunk, std::size_t at) const {
        if (chunk.kinds[at] == Kind::Over) return 0;
        return fall(node, -middle_.values[node]) +
               mean_of_bests(work_.successors, chunk, at,
                             [&](const std::uint32_t* targets, std::size_t count) {
                                 double longest = 0;
                                 middle_.for_best(targets, count, Middle::near, [&](std::uint32_t target) {
                                     longest = std::max(longest, mine_[target]);
                                 });
                                 return longest;
                             });
    }

    /// The delays of all but the lasting nodes.
    End approach(bool resumable) {
        const Work::Goal goal{"proof", 0, longest_delay, 0.25, 0, resumable};
        Numbers x(mine_.begin(), mine_.begin() + static_cast<std::ptrdiff_t>(work_.successors.nodes));
        return work_.accelerate(goal, middle_.values, x, [&](const Numbers& numbers, Numbers& image) {
            std::copy(numbers.begin(), numbers.end(), mine_.begin());
            work_.sweeps.make_all(yours_.data(), [&](std::size_t node, const Chunk& chunk, std::size_t at) {
                return middle_.lasts(node) ? yours_[node] : yours_of(node, chunk, at);
            });
            work_.sweeps.make_all(image.data(), [&](std::size_t node, const Chunk& chunk, std::size_t at) {
                return middle_.lasts(node) ? mine_[node] : mine_of(node, chunk, at);
            });
        });
    }

    /// Those of the lasting nodes, exactly, for they may be such that nothing falls. How far they have moved.
    double settle() {
        constexpr int most_plies = 400;
        const Numbers old_mine = mine_, old_yours = yours_;
        const std::size_t nodes = work_.successors.nodes;
        for (std::size_t node = 0; node < nodes; ++node) {
            if (middle_.lasts(node)) mine_[node] = yours_[node] = 0;
        }
        for (int ply = 0; ply < most_plies; ++ply) {
            const bool done = !update(yours_, [&](std::size_t node, const Chunk& chunk, std::size_t at) {
                return yours_of(node, chunk, at);
            });
            if (!update(mine_, [&](std::size_t node, const Chunk& chunk,
                                   std::size_t at) { return mine_of(node, chunk, at); }) &&
                done)
                break;
        }
        double moved = 0;
        for (std::size_t node = 0; node < nodes; ++node)
            moved = std::max(
                {moved, std::abs(mine_[node] - old_mine[node]), std::abs(yours_[node] - old_yours[node])});
        return moved;
    }

    /// Whether any of the lasting nodes has changed.
    template <class F>
    bool update(Numbers& delays, F of) {
        Numbers next(work_.successors.nodes);
        work_.sweeps.make_all(next.data(), [&](std::size_t node, const Chunk& chunk, std::size_t at) {
            return middle_.lasts(node) ? of(node, chunk, at) : delays[node];
        });
        const bool changed = !std::equal(next.begin(), next.end(), delays.begin());
        std::copy(next.begin(), next.end(), delays.begin());
        return changed;
    }

    std::vector<std::int64_t> around_middle(double sign, const Numbers& delays, double slack, double leaf) {
        Numbers units(work_.successors.nodes);
        work_.sweeps.make_all(units.data(), [&](std::size_t node, const Chunk& chunk, std::size_t at) {
            const double value = middle_.values[node];
            // Where the game is over one side has won, or nobody has.
            if (chunk.kinds[at] == Kind::Over) return std::round(value / work_.unit());
            const double bound = std::clamp(value + sign * (slack * delays[node] + leaf), -1.0, 1.0);
            return sign < 0 ? std::floor(bound / work_.unit()) : std::ceil(bound / work_.unit());
        });
        return units_of(units);
    }

    /// Whether the bounds hold their inequalities, and moves that are not nearly best raise the player's
    /// bound. All numbers are of at most 48 bits behind the point, so that sums of eight and their eighths
    /// are exact.
    bool proven(const Values& values) {
        const Successors& successors = work_.successors;
        const Numbers lower = with_leaves(values.lower, values.bits, successors.lower);
        Numbers negated = with_leaves(values.upper, values.bits, successors.upper);
        for (double& one : negated) one = -one;
        const auto after_choice = [&](const std::uint32_t* targets, std::size_t count) {
            return negated[chosen(targets, count)];
        };
        const auto others_raise = [&](const std::uint32_t* targets, std::size_t count) {
            const double enough = middle_.least_of(targets, count) + Middle::near;
            double least = 1, least_of_others = 2;
            for (std::size_t one = 0; one < count; ++one) {
                double& of = middle_.values[targets[one]] <= enough ? least : least_of_others;
                of = std::min(of, lower[targets[one]]);
            }
            return least < least_of_others ? 0.0 : 1.0;
        };
        return work_.sweeps.greatest([&](std::size_t node, const Chunk& chunk, std::size_t at) {
            if (chunk.kinds[at] == Kind::Over) return 0.0;
            const bool holds = lower[node] <= mean_of_bests(successors, chunk, at, after_choice) &&
                               -negated[node] >= value_of(successors, chunk, at, lower) &&
                               mean_of_bests(successors, chunk, at, others_raise) == 0;
            return holds ? 0.0 : 1.0;
        }) == 0;
    }

    Work& work_;
    const Middle& middle_;
    double residual_ = 0;
    /// Where the player is to move, and where the other side is.
    Numbers mine_, yours_;
};

}  // namespace

End prove_by_drift(Work& work, const Middle& middle, Values& values) {
    values.proof = Values::Proof::Drift;
    Drift drift(work, middle);
    const End end = drift.find_delays();
    return end == End::Reached ? drift.prove(values) : end;
}

}  // namespace octomate::tables
