#include "tables/values.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "tables/work.hpp"

namespace octomate::tables {

namespace {

using Chunk = Successors::Chunk;

bool is_over(const Chunk& chunk, std::size_t at) { return chunk.kinds[at] == Successors::Kind::Over; }

/// What the stage is called where a work is gone on with.
constexpr const char* ends_stage = "ends";

/// Bounds from the worst and the best that can be when games are cut off after more and more plies: until
/// they are no more than `gap` apart, after so many sweeps, or when they come no nearer. False if the work
/// was stopped.
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
        work.sweeps.make(begin, end, next.data(), [&](std::size_t node, const Chunk& chunk, std::size_t at) {
            const double low = value_of(work.successors, chunk, at, is_over(chunk, at) ? lower : upper);
            return std::max(lower[node], std::floor(low / unit) * unit);
        });
        Numbers new_upper(end - begin);
        work.sweeps.make(
            begin, end, new_upper.data(), [&](std::size_t node, const Chunk& chunk, std::size_t at) {
                const double high = value_of(work.successors, chunk, at, is_over(chunk, at) ? upper : lower);
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
        work.options.report("bounds", widest);
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

/// Where no move leads to anything but 0, 0 is what both sides can make sure of, by any of them.
bool is_all_drawn(Work& work, Values& values) {
    const Successors& successors = work.successors;
    const Numbers lower = work.all_at(0, successors.lower), upper = work.all_at(0, successors.upper);
    const double wrong = work.sweeps.greatest([&](std::size_t, const Chunk& chunk, std::size_t at) {
        return std::max(std::abs(value_of(successors, chunk, at, lower)),
                        std::abs(value_of(successors, chunk, at, upper)));
    });
    if (wrong != 0) return false;
    values.lower.assign(successors.nodes, 0);
    values.upper = values.lower;
    values.proof = Values::Proof::Nothing;
    return true;
}

/// False if the work was stopped.
bool find(Work& work, Values& values) {
    if (work.state().stage.empty() && is_all_drawn(work, values)) return true;
    if (work.state().stage != ends_stage) {
        const auto middle = find_middle(work);
        if (!middle) return false;
        const Work::End end = prove_by_drift(work, *middle, values);
        if (end != Work::End::NotReached) return end == Work::End::Reached;
    }
    return find_from_ends(work, 0, Work::most_sweeps, values);
}

}  // namespace

Numbers numbers_of(const std::vector<std::int64_t>& units, int bits) {
    const double unit = std::ldexp(1.0, -bits);
    Numbers numbers(units.size());
    std::transform(units.begin(), units.end(), numbers.begin(),
                   [&](std::int64_t one) { return static_cast<double>(one) * unit; });
    return numbers;
}

std::vector<std::int64_t> units_of(const Numbers& numbers) {
    std::vector<std::int64_t> units(numbers.size());
    std::transform(numbers.begin(), numbers.end(), units.begin(),
                   [](double one) { return std::llround(one); });
    return units;
}

Numbers with_leaves(const std::vector<std::int64_t>& units, int bits, const Numbers& leaves) {
    Numbers numbers = numbers_of(units, bits);
    numbers.insert(numbers.end(), leaves.begin(), leaves.end());
    return numbers;
}

std::optional<Values> values_of(const Successors& successors, const ValueOptions& options) {
    Work work(successors, options);
    Values values;
    values.bits = options.bits;
    if (!find(work, values)) return {};
    values.evaluations = work.sweeps.evaluations();
    return values;
}

Values rounded(Values values, int bits) {
    if (values.bits <= bits || values.proof == Values::Proof::Nothing) return values;
    const int less = values.bits - bits;
    for (std::int64_t& one : values.lower) one >>= less;
    for (std::int64_t& one : values.upper) one = -(-one >> less);
    values.bits = bits;
    values.proof = Values::Proof::Rounded;
    return values;
}

Values plain_values(const Successors& successors, double gap, int sweeps) {
    static const ValueOptions options;
    Work work(successors, options);
    Values values;
    values.bits = options.bits;
    find_from_ends(work, gap, static_cast<std::uint64_t>(sweeps), values);
    values.evaluations = work.sweeps.evaluations();
    return values;
}

namespace {

/// In how many nodes the bounds break their inequality by more than `slack`.
std::uint64_t violations(const Successors& successors, const Values& values, double slack) {
    const Numbers lower = with_leaves(values.lower, values.bits, successors.lower);
    const Numbers upper = with_leaves(values.upper, values.bits, successors.upper);
    std::uint64_t count = 0;
    for (std::size_t node = 0; node < successors.nodes; ++node) {
        const Chunk& chunk = successors.chunks[node / Successors::chunk_size];
        const std::size_t at = node % Successors::chunk_size;
        const bool over = is_over(chunk, at);
        const bool holds = lower[node] - slack <= value_of(successors, chunk, at, over ? lower : upper) &&
                           upper[node] + slack >= value_of(successors, chunk, at, over ? upper : lower) &&
                           lower[node] <= upper[node];
        if (!holds) ++count;
    }
    return count;
}

}  // namespace

std::uint64_t violations(const Successors& successors, const Values& values) {
    return violations(successors, values, 0);
}

std::uint64_t endless(const Successors& successors, const Values& values) {
    const Numbers lower = with_leaves(values.lower, values.bits, successors.lower);
    const Numbers upper = with_leaves(values.upper, values.bits, successors.upper);
    // The nodes at which nothing shows yet that the claimant cannot keep its bound: where it is to move, and
    // where the other side is.
    std::vector<std::uint8_t> mover(successors.nodes), waiter(successors.nodes);
    for (std::size_t node = 0; node < successors.nodes; ++node) {
        if (is_over(successors.chunks[node / Successors::chunk_size], node % Successors::chunk_size))
            continue;
        mover[node] = lower[node] > 0;
        waiter[node] = upper[node] < 0;
    }
    std::uint64_t held = 0;
    for (bool changed = true; changed;) {
        changed = false;
        held = 0;
        for (std::size_t node = 0; node < successors.nodes; ++node) {
            const auto keep_if = [&](std::vector<std::uint8_t>& held_nodes, const auto& is_kept_on_roll) {
                if (held_nodes[node] == 0) return;
                const Chunk& chunk = successors.chunks[node / Successors::chunk_size];
                held_nodes[node] =
                    mean_of_bests(successors, chunk, node % Successors::chunk_size, is_kept_on_roll) == 1;
                held += held_nodes[node];
                changed = changed || held_nodes[node] == 0;
            };
            keep_if(mover, [&](const std::uint32_t* targets, std::size_t count) {
                double best = -1;
                bool all_held = false;
                for (const std::uint32_t* target = targets; target != targets + count; ++target) {
                    if (-upper[*target] < best) continue;
                    all_held = (-upper[*target] > best || all_held) && *target < successors.nodes &&
                               waiter[*target] != 0;
                    best = -upper[*target];
                }
                return best == lower[node] && all_held ? 1.0 : 0.0;
            });
            keep_if(waiter, [&](const std::uint32_t* targets, std::size_t count) {
                return std::any_of(targets, targets + count,
                                   [&](std::uint32_t target) {
                                       return lower[target] == -upper[node] && target < successors.nodes &&
                                              mover[target] != 0;
                                   })
                           ? 1.0
                           : 0.0;
            });
        }
    }
    return held;
}

std::uint64_t contradictions(const Successors& successors, const Values& values) {
    return violations(successors, values, std::ldexp(1.0, -values.bits));
}

}  // namespace octomate::tables
