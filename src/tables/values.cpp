#include "tables/values.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "tables/drift.hpp"
#include "tables/ends.hpp"
#include "tables/middle.hpp"
#include "tables/work.hpp"

namespace octomate::tables {

namespace {

/// Where no move leads to anything but 0, 0 is what both sides can make sure of, by any of them.
bool nobody_wins(Work& work, Values& values) {
    const Successors& successors = work.successors;
    const Numbers lower = work.all_at(0, successors.lower), upper = work.all_at(0, successors.upper);
    const double wrong =
        work.sweeps.greatest([&](std::size_t, const Successors::Chunk& chunk, std::size_t at) {
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
    if (work.state().stage.empty() && nobody_wins(work, values)) return true;
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

Values plain_values(const Successors& successors, double gap, int sweeps) {
    static const ValueOptions options;
    Work work(successors, options);
    Values values;
    values.bits = options.bits;
    find_from_ends(work, gap, static_cast<std::uint64_t>(sweeps), values);
    values.evaluations = work.sweeps.evaluations();
    return values;
}

std::uint64_t violations(const Successors& successors, const Values& values) {
    const Numbers lower = with_leaves(values.lower, values.bits, successors.lower);
    const Numbers upper = with_leaves(values.upper, values.bits, successors.upper);
    std::uint64_t count = 0;
    for (std::size_t node = 0; node < successors.nodes; ++node) {
        const Successors::Chunk& chunk = successors.chunks[node / Successors::chunk_size];
        const std::size_t at = node % Successors::chunk_size;
        const bool over = chunk.kinds[at] == Successors::Kind::Over;
        const bool holds = lower[node] <= value_of(successors, chunk, at, over ? lower : upper) &&
                           upper[node] >= value_of(successors, chunk, at, over ? upper : lower) &&
                           lower[node] <= upper[node];
        if (!holds) ++count;
    }
    return count;
}

}  // namespace octomate::tables
