#include "tables/ends.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

namespace octomate::tables {

bool find_from_ends(Work& work, double gap, std::uint64_t sweeps, Values& values) {
    values.proof = Values::Proof::Ends;
    Numbers lower = work.all_at(-1, work.successors.lower), upper = work.all_at(1, work.successors.upper);
    const std::size_t nodes = work.successors.nodes, head = work.sweeps.head();
    std::uint64_t sweep = 0;
    double before = 2;
    const double unit = work.unit();
    if (Numbers remembered(2 * nodes); work.resume(ends_stage, remembered)) {
        sweep = work.state().step;
        before = work.state().mark;
        const auto half = remembered.begin() + static_cast<std::ptrdiff_t>(nodes);
        std::copy(remembered.begin(), half, lower.begin());
        std::copy(half, remembered.end(), upper.begin());
    }
    Numbers next(nodes);
    // The upper bounds of a block come from the same numbers as its lower ones.
    const auto update = [&](std::size_t begin, std::size_t end) {
        const auto size = static_cast<std::ptrdiff_t>(end - begin);
        work.sweeps.make(begin, end, next.data(),
                         [&](std::size_t node, const Successors::Chunk& chunk, std::size_t at) {
                             const bool over = chunk.kinds[at] == Successors::Kind::Over;
                             const double low = value_of(work.successors, chunk, at, over ? lower : upper);
                             return std::max(lower[node], std::floor(low / unit) * unit);
                         });
        Numbers new_upper(end - begin);
        work.sweeps.make(begin, end, new_upper.data(),
                         [&](std::size_t node, const Successors::Chunk& chunk, std::size_t at) {
                             const bool over = chunk.kinds[at] == Successors::Kind::Over;
                             const double high = value_of(work.successors, chunk, at, over ? upper : lower);
                             return std::min(upper[node], std::ceil(high / unit) * unit);
                         });
        const auto first = static_cast<std::ptrdiff_t>(begin);
        std::copy(next.begin(), next.begin() + size, lower.begin() + first);
        std::copy(new_upper.begin(), new_upper.end(), upper.begin() + first);
    };
    for (; sweep < sweeps; ++sweep) {
        if (work.options.checkpoint && sweep % Work::leg == 0) {
            Numbers both(lower.begin(), lower.begin() + static_cast<std::ptrdiff_t>(nodes));
            both.insert(both.end(), upper.begin(), upper.begin() + static_cast<std::ptrdiff_t>(nodes));
            work.remember(ends_stage, sweep, before, {}, std::move(both));
        }
        if (work.stopped()) return false;
        if (head > 0) update(0, head);
        update(head, nodes);
        double widest = 0;
        for (std::size_t at = 0; at < nodes; ++at) widest = std::max(widest, upper[at] - lower[at]);
        work.options.tell("bounds", widest);
        if (widest <= gap) break;
        if (sweep % 100 == 99) {
            if (gap == 0 && widest > before * 0.999) break;
            before = widest;
        }
    }
    lower.resize(nodes);
    upper.resize(nodes);
    for (Numbers* bounds : {&lower, &upper}) {
        for (double& one : *bounds) one /= unit;
    }
    values.lower = units_of(lower);
    values.upper = units_of(upper);
    return true;
}

}  // namespace octomate::tables
