#include <algorithm>
#include <cmath>
#include <cstddef>

#include "tables/sweeps.hpp"
#include "tables/table.hpp"

namespace octomate::tables {

namespace {

using Chunk = Successors::Chunk;
using Kind = Successors::Kind;
constexpr double mate_units = 1 << mate_bits;
constexpr const char* stage = "mates";

/// What the leaves count, whose bounds meet.
Numbers of_leaves(const Successors& successors) {
    Numbers units(successors.lower);
    for (double& one : units) one *= mate_units;
    return units;
}

/// What a node makes of those behind it.
double count_of(const Chunk& chunk, std::size_t at, const Numbers& behind) {
    const std::uint32_t* const first = chunk.targets.data() + chunk.begin[at];
    const std::uint32_t* const last = chunk.targets.data() + chunk.begin[at + 1];
    if (chunk.kinds[at] == Kind::Over) return behind[*first];
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
    const Numbers leaves = of_leaves(successors);
    units.insert(units.end(), leaves.begin(), leaves.end());
    Numbers next(successors.nodes);
    const auto nodes = static_cast<std::ptrdiff_t>(successors.nodes);
    // Games cut off after more and more plies: what is decided within them stays.
    for (std::uint64_t ply = first;; ++ply) {
        if (options.checkpoint)
            work.remember(stage, ply, 0, {}, Numbers(units.begin(), units.begin() + nodes));
        if (work.stopped()) return {};
        const auto plies = static_cast<double>(ply);
        work.sweeps.make_all(next.data(), [&](std::size_t node, const Chunk& chunk, std::size_t at) {
            const double known = units[node];
            return known != 0 && mate_units - std::abs(known) < plies ? known : count_of(chunk, at, units);
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
    const Numbers leaves = of_leaves(successors);
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

}  // namespace octomate::tables
