#include "tables/middle.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>

namespace octomate::tables {

namespace {

using Chunk = Successors::Chunk;
using Kind = Successors::Kind;
using End = Work::End;

constexpr std::string_view settling = "settling ";
constexpr unsigned most_rounds = 12;

double exactness(const Work& work) { return std::max(1e-13, work.unit()); }

/// Brings the values nearer to what those behind them make of them; lasting nodes stay as they are.
End approach(Work& work, const std::string& stage, const Numbers& finished, Middle& middle) {
    Sweeps& sweeps = work.sweeps;
    const std::size_t nodes = work.successors.nodes, head = sweeps.head();
    const auto make = [&](std::size_t begin, std::size_t end, double* out) {
        sweeps.make(begin, end, out, [&](std::size_t node, const Chunk& chunk, std::size_t at) {
            return middle.lasts(node) ? middle.values[node]
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

/// The lasting nodes: what is left when nodes from which nearly best moves of some roll all lead elsewhere
/// are taken out until there are no more.
void find_lasting(Work& work, Middle& middle) {
    const std::size_t nodes = work.successors.nodes;
    Numbers& lasting = middle.lasting;
    lasting = work.all_at(1, Numbers(work.successors.lower.size(), 0));
    Numbers next(nodes);
    for (double left = static_cast<double>(nodes), before = left + 1; left > 0 && left < before;) {
        work.sweeps.make_all(next.data(), [&](std::size_t node, const Chunk& chunk, std::size_t at) {
            if (lasting[node] == 0 || chunk.kinds[at] == Kind::Over) return 0.0;
            const double stays = mean_of_bests(
                work.successors, chunk, at, [&](const std::uint32_t* targets, std::size_t count) {
                    double most = 0;
                    middle.for_best(targets, count, Middle::near,
                                    [&](std::uint32_t target) { most = std::max(most, lasting[target]); });
                    return most;
                });
            return stays == 1 ? 1.0 : 0.0;
        });
        std::copy(next.begin(), next.end(), lasting.begin());
        before = std::exchange(left, 0);
        for (const double one : next) left += one;
        if (left == 0) lasting.clear();
    }
}

/// Works out the values of lasting nodes anew from nothing, which is what a game without end is worth; those
/// of the others stay. Values that both sides keep up by going round, though none of them can ever cash in,
/// are gone then. How far the values have moved.
double settle(Work& work, Middle& middle) {
    constexpr int most_plies = 400;
    const Numbers old = middle.values;
    const std::size_t nodes = work.successors.nodes;
    for (std::size_t node = 0; node < nodes; ++node) {
        if (middle.lasts(node)) middle.values[node] = 0;
    }
    Numbers next(nodes);
    for (int ply = 0; ply < most_plies; ++ply) {
        work.sweeps.make_all(next.data(), [&](std::size_t node, const Chunk& chunk, std::size_t at) {
            return middle.lasts(node) ? value_of(work.successors, chunk, at, middle.values)
                                      : middle.values[node];
        });
        const bool done = std::equal(next.begin(), next.end(), middle.values.begin());
        std::copy(next.begin(), next.end(), middle.values.begin());
        if (done) break;
    }
    double moved = 0;
    for (std::size_t node = 0; node < nodes; ++node)
        moved = std::max(moved, std::abs(middle.values[node] - old[node]));
    return moved;
}

}  // namespace

std::optional<Middle> find_middle(Work& work) {
    const Successors& successors = work.successors;
    Numbers leaves(successors.lower);
    for (std::size_t at = 0; at < leaves.size(); ++at)
        leaves[at] = (successors.lower[at] + successors.upper[at]) / 2;
    Middle middle{work.all_at(0, leaves), {}};
    const Checkpoint::State& state = work.state();
    unsigned round = 0;
    if (state.finished.empty()) {
        if (approach(work, "values", {}, middle) == End::Stopped) return {};
    } else {  // the work had come farther
        std::copy(state.finished.begin(), state.finished.end(), middle.values.begin());
        const bool settled = !state.stage.starts_with(settling);
        round =
            settled ? most_rounds : static_cast<unsigned>(std::stoul(state.stage.substr(settling.size())));
    }
    for (;; ++round) {
        find_lasting(work, middle);
        if (middle.lasting.empty() || round >= most_rounds) break;
        const Numbers finished = middle.values;
        if (settle(work, middle) <= 2 * exactness(work)) break;
        if (approach(work, fmt::format("{}{}", settling, round), finished, middle) == End::Stopped) return {};
    }
    return middle;
}

}  // namespace octomate::tables
