#include <fmt/core.h>

#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

#include "tables/sweeps.hpp"

namespace octomate::tables {

namespace {

using Chunk = Successors::Chunk;
using Kind = Successors::Kind;
using End = Work::End;

constexpr unsigned most_rounds = 12;

std::string settling_stage(unsigned round) { return fmt::format("settling {}", round); }

double exactness(const Work& work) { return std::max(1e-13, work.unit()); }

/// Nodes from which a side seems to win, but cannot bring the game to an end: their values are not to be
/// trusted.
using Doubtful = std::vector<bool>;

/// Brings the values nearer to what those behind them make of them; doubtful ones stay as they are.
End approach(Work& work, const std::string& stage, const Numbers& finished, const Doubtful& doubtful,
             Middle& middle) {
    Sweeps& sweeps = work.sweeps;
    const std::size_t nodes = work.successors.nodes, head = sweeps.head();
    const auto make = [&](std::size_t begin, std::size_t end, double* out) {
        sweeps.make(begin, end, out, [&](std::size_t node, const Chunk& chunk, std::size_t at) {
            return !doubtful.empty() && doubtful[node] ? middle.values[node]
                                                       : value_of(work.successors, chunk, at, middle.values);
        });
    };
    // The values of the first block follow from those of the second.
    const auto begin = middle.values.begin() + static_cast<std::ptrdiff_t>(head);
    Numbers x(begin, begin + static_cast<std::ptrdiff_t>(nodes - head));
    return work.accelerate({stage, -1, 1, exactness(work), 1e-11}, finished, x,
                           [&](const Numbers& numbers, Numbers& image) {
                               std::copy(numbers.begin(), numbers.end(), begin);
                               if (head > 0) make(0, head, middle.values.data());
                               make(head, nodes, image.data());
                           });
}

/// What is left when nodes from which a game need not go on in this way are taken out, until there are no
/// more. False if the work was stopped.
bool find_held(Work& work, Middle& middle) {
    const Successors& successors = work.successors;
    middle.residual = work.sweeps.greatest([&](std::size_t node, const Chunk& chunk, std::size_t at) {
        return std::abs(value_of(successors, chunk, at, middle.values) - middle.values[node]);
    });
    Numbers &mover = middle.held_mover, &waiter = middle.held_waiter;
    mover = waiter = work.all_at(1, Numbers(successors.lower.size(), 0));
    Numbers next(successors.nodes);
    const auto take_out = [&](Numbers& held, auto held_by) {
        work.sweeps.make_all(next.data(), [&](std::size_t node, const Chunk& chunk, std::size_t at) {
            if (held[node] == 0 || chunk.kinds[at] == Kind::Over) return 0.0;
            return mean_of_bests(successors, chunk, at, held_by) == 1 ? 1.0 : 0.0;
        });
        double left = 0;
        for (std::size_t node = 0; node < next.size(); ++node) left += held[node] = next[node];
        return left;
    };
    for (double before = -1;;) {
        if (work.stopped()) return false;
        double left = take_out(waiter, [&](const std::uint32_t* targets, std::size_t count) {
            double most = 0;
            middle.for_best(targets, count, Middle::near,
                            [&](std::uint32_t target) { most = std::max(most, mover[target]); });
            return most;
        });
        left += take_out(mover, [&](const std::uint32_t* targets, std::size_t count) {
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

/// Empty if there are none.
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

/// Works out doubtful values again from 0, the value of a game without end; the others stay. Values that
/// only going round in circles kept up are gone then. False if the work was stopped.
bool settle(Work& work, const Doubtful& doubtful, Middle& middle) {
    constexpr int most_plies = 400;
    const std::size_t nodes = work.successors.nodes;
    for (std::size_t node = 0; node < nodes; ++node) {
        if (doubtful[node]) middle.values[node] = 0;
    }
    Numbers next(nodes);
    for (int ply = 0; ply < most_plies; ++ply) {
        if (work.stopped()) return false;
        work.sweeps.make_all(next.data(), [&](std::size_t node, const Chunk& chunk, std::size_t at) {
            return doubtful[node] ? value_of(work.successors, chunk, at, middle.values) : middle.values[node];
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
    for (std::size_t at = 0; at < leaves.size(); ++at)
        leaves[at] = (successors.lower[at] + successors.upper[at]) / 2;
    Middle middle;
    middle.values = work.all_at(0, leaves);
    const Checkpoint::State& state = work.state();
    unsigned round = 0;
    if (state.finished.empty()) {
        if (approach(work, "values", {}, {}, middle) == End::Stopped) return {};
    } else {  // the work had come farther
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

}  // namespace octomate::tables
