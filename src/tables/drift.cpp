#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "tables/sweeps.hpp"

namespace octomate::tables {

namespace {

using Chunk = Successors::Chunk;
using Kind = Successors::Kind;
using End = Work::End;

/// One side, the player, makes the best moves by the middle, and of those the quickest; the other side
/// delays with moves that are nearly best. Delays are numbers that fall by 1 or more with each ply, on
/// average, wherever the player's chance to win is greater than that to lose.
///
/// Bounds hold if the player's never falls, on average, whatever the other side plays, and, where it is
/// above 0, rises after moves of that side which are not nearly best. There are finitely many positions, so
/// it rises by more than some fixed amount, and as it is at most 1, that happens a limited number of times
/// on average. After the last of these the delays bring the game to an end, unless it keeps returning to
/// where the bound is at most 0, the value of a game without end (R11). So the player gets the bound.
class Drift {
  public:
    Drift(Work& work, const Middle& middle) : work_(work), middle_(middle) {}

    End find_delays() {
        const std::size_t nodes = work_.successors.nodes;
        mine_ = work_.all_at(0, Numbers(work_.successors.lower.size()));
        yours_ = mine_;
        Numbers x(nodes);
        const End end = work_.accelerate(
            {"proof", 0, longest_delay, 0.25, 0}, middle_.values, x,
            [&](const Numbers& numbers, Numbers& image) {
                std::copy(numbers.begin(), numbers.end(), mine_.begin());
                work_.sweeps.make_all(
                    yours_.data(), [&](std::size_t node, const Chunk& chunk, std::size_t at) {
                        return std::min(yours_of(node, chunk, at), longest(-middle_.values[node]));
                    });
                work_.sweeps.make_all(
                    image.data(), [&](std::size_t node, const Chunk& chunk, std::size_t at) {
                        return std::min(mine_of(node, chunk, at), longest(middle_.values[node]));
                    });
            });
        // They fall by a half at least.
        for (Numbers* delays : {&mine_, &yours_}) {
            for (double& one : *delays) one *= 2;
        }
        return end;
    }

    /// Bounds that are wider where the game takes longer, so that the delays make up for what was rounded.
    End prove(Values& values) {
        const Successors& successors = work_.successors;
        double leaf = 0;  // half of the greatest gap between the bounds of leaves
        for (std::size_t at = 0; at < successors.lower.size(); ++at)
            leaf = std::max(leaf, (successors.upper[at] - successors.lower[at]) / 2);
        leaf *= 1 + 1e-9;
        for (double slack = least_slack(); slack <= 1000 * least_slack(); slack *= 2) {
            values.lower = around_middle(-1, mine_, slack, leaf);
            values.upper = around_middle(1, yours_, slack, leaf);
            for (int pass = 0; pass < most_passes; ++pass) {
                if (work_.stopped()) return End::Stopped;
                const double wrong = loosen(values);
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

    /// By how much bounds may fall short where delays fall by 1.
    double least_slack() const { return middle_.residual + middle_.tie() + 2 * work_.unit() + 1e-14; }

    /// The longest delay that matters: beyond it, a player whose position is worth so little gets no better
    /// bound than a loss. Where the player hopes to win, there is no limit, or the delay would not fall.
    double longest(double value_for_player) const {
        return value_for_player > 0 ? std::numeric_limits<double>::infinity()
                                    : (1 + value_for_player) / least_slack() + 1;
    }

    /// By how much the delays are to fall at a node, which the player or the other side moves from. Where the
    /// player is held there is nothing to win: the middle is settled.
    double fall(std::size_t node, bool player_moves) const {
        return (player_moves ? middle_.holds_mover(node) : middle_.holds_waiter(node)) ? 0 : 1;
    }

    /// Of the moves that a roll allows, what the player chooses.
    std::uint32_t chosen(const std::uint32_t* targets, std::size_t count) const {
        std::uint32_t quickest = targets[0];
        double least = 1e300;
        middle_.for_best(targets, count, middle_.tie(), [&](std::uint32_t target) {
            if (yours_[target] >= least) return;
            least = yours_[target];
            quickest = target;
        });
        return quickest;
    }

    double mine_of(std::size_t node, const Chunk& chunk, std::size_t at) const {
        if (chunk.kinds[at] == Kind::Over) return 0;
        return fall(node, true) + mean_of_bests(work_.successors, chunk, at,
                                                [&](const std::uint32_t* targets, std::size_t count) {
                                                    return yours_[chosen(targets, count)];
                                                });
    }

    double yours_of(std::size_t node, const Chunk& chunk, std::size_t at) const {
        if (chunk.kinds[at] == Kind::Over) return 0;
        // A player who cannot win needs no end of the game, but rounding has to be made up for.
        const double near = middle_.values[node] < 0 ? Middle::near : 1e-9;
        return fall(node, false) +
               mean_of_bests(work_.successors, chunk, at,
                             [&](const std::uint32_t* targets, std::size_t count) {
                                 double longest = 0;
                                 middle_.for_best(targets, count, near, [&](std::uint32_t target) {
                                     longest = std::max(longest, mine_[target]);
                                 });
                                 return longest;
                             });
    }

    std::vector<std::int64_t> around_middle(double sign, const Numbers& delays, double slack, double leaf) {
        Numbers units(work_.successors.nodes);
        work_.sweeps.make_all(units.data(), [&](std::size_t node, const Chunk& chunk, std::size_t at) {
            const double value = middle_.values[node];
            // A game that is over is won, lost or drawn: its value is whole.
            if (chunk.kinds[at] == Kind::Over) return std::round(value / work_.unit());
            const double bound = std::clamp(value + sign * (slack * delays[node] + leaf), -1.0, 1.0);
            return sign < 0 ? std::floor(bound / work_.unit()) : std::ceil(bound / work_.unit());
        });
        return units_of(units);
    }

    /// Loosens bounds that are better than those behind them allow; how many. All numbers have at most 48
    /// bits behind the point, so that sums of eight and their eighths are exact.
    double loosen(Values& values) {
        const Successors& successors = work_.successors;
        const Numbers lower = with_leaves(values.lower, values.bits, successors.lower);
        Numbers negated = with_leaves(values.upper, values.bits, successors.upper);
        for (double& one : negated) one = -one;
        Numbers next(successors.nodes);
        double changed = 0;
        const auto take = [&](std::vector<std::int64_t>& units) {
            for (std::size_t node = 0; node < next.size(); ++node) {
                const std::int64_t one = std::llround(next[node]);
                if (one != units[node]) ++changed;
                units[node] = one;
            }
        };
        const auto after_choice = [&](const std::uint32_t* targets, std::size_t count) {
            return negated[chosen(targets, count)];
        };
        work_.sweeps.make_all(next.data(), [&](std::size_t node, const Chunk& chunk, std::size_t at) {
            const double bound = lower[node] / work_.unit();
            if (chunk.kinds[at] == Kind::Over) return bound;
            return std::min(bound,
                            std::floor(mean_of_bests(successors, chunk, at, after_choice) / work_.unit()));
        });
        take(values.lower);
        work_.sweeps.make_all(next.data(), [&](std::size_t node, const Chunk& chunk, std::size_t at) {
            const double bound = -negated[node] / work_.unit();
            if (chunk.kinds[at] == Kind::Over) return bound;
            return std::max(bound, std::ceil(value_of(successors, chunk, at, lower) / work_.unit()));
        });
        take(values.upper);
        return changed;
    }

    /// Whether moves that are not nearly best raise the player's bound where it is above 0.
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
        return work_.sweeps.greatest([&](std::size_t node, const Chunk& chunk, std::size_t at) {
            if (chunk.kinds[at] == Kind::Over || values.upper[node] >= 0) return 0.0;
            return mean_of_bests(work_.successors, chunk, at, wrong);
        }) == 0;
    }

    Work& work_;
    const Middle& middle_;
    /// Where the player is to move, and where the other side is.
    Numbers mine_, yours_;
};

}  // namespace

End prove_by_drift(Work& work, const Middle& middle, Values& values) {
    if (!middle.settled) return End::NotReached;  // some delay has no end
    values.proof = Values::Proof::Drift;
    Drift drift(work, middle);
    const End end = drift.find_delays();
    return end == End::Reached ? drift.prove(values) : end;
}

}  // namespace octomate::tables
