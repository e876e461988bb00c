#pragma once

#include <tbb/parallel_for.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "core/position.hpp"
#include "core/random.hpp"
#include "tables/odds_of.hpp"
#include "tables/table.hpp"
#include "tables/tables.hpp"

namespace octomate::tables {

/// Returns by how much a position meets `criterion` (a difference of values, above 0) and the index of the
/// roll on which it does; nullopt if the position does not meet it.
std::optional<std::pair<double, std::size_t>> measure(const Odds& odds, Criterion criterion);

/// Checks whether two positions have the same side to move and differ on at most two squares.
bool near_each_other(std::string_view fen, std::string_view other_fen);

/// Ranks a sample of `positions` by `measure` and returns the best `request.count`, leaving out positions
/// near a better one. The result does not depend on the number of threads. `position_at(cell)` returns the
/// position of a cell, `bounds_of(position)` its bounds or nullopt.
template <class P, class PositionAt, class BoundsOf>
requires Tabled<P> && Written<P> std::vector<RankedPosition> best_positions(const DenseCells& positions,
                                                                            PositionAt position_at,
                                                                            const FindRequest& request,
                                                                            BoundsOf bounds_of) {
    struct Candidate {
        double measure;
        std::uint64_t cell;
        std::size_t roll;
        bool operator<(const Candidate& other) const {
            return std::tuple(-measure, cell) < std::tuple(-other.measure, other.cell);
        }
    };
    if (positions.size() == 0) return {};
    // Samples at a fixed stride, coprime to the number of positions, so that none is sampled twice.
    const std::uint64_t samples = std::min<std::uint64_t>(request.samples, positions.size());
    Random random(request.seed);
    const std::uint64_t first = random.next() % positions.size();
    std::uint64_t stride = positions.size() / samples;
    while (std::gcd(stride, positions.size()) != 1) ++stride;

    constexpr std::uint64_t part_size = 1024;
    std::vector<std::vector<Candidate>> candidates_of_parts((samples + part_size - 1) / part_size);
    tbb::parallel_for(std::size_t{0}, candidates_of_parts.size(), [&](std::size_t part) {
        for (std::uint64_t sample = part * part_size; sample < std::min(samples, (part + 1) * part_size);
             ++sample) {
            if (request.interrupted && *request.interrupted) return;
            const std::size_t number = (first + sample * stride) % positions.size();
            positions.for_each(number, number + 1, [&](std::uint64_t cell) {
                const auto odds = odds_of(position_at(cell), bounds_of);
                if (!odds) return;
                if (const auto measured = measure(*odds, request.criterion))
                    candidates_of_parts[part].push_back({measured->first, cell, measured->second});
            });
        }
    });
    std::vector<Candidate> candidates;
    for (const auto& part : candidates_of_parts)
        candidates.insert(candidates.end(), part.begin(), part.end());
    std::sort(candidates.begin(), candidates.end());

    std::vector<RankedPosition> ranked;
    for (const Candidate& candidate : candidates) {
        if (ranked.size() == request.count || (request.interrupted && *request.interrupted)) break;
        const P position = position_at(candidate.cell);
        const std::string fen = position.fen();
        const bool is_near_a_better_one =
            std::any_of(ranked.begin(), ranked.end(),
                        [&](const RankedPosition& better) { return near_each_other(better.fen, fen); });
        if (is_near_a_better_one) continue;
        RankedPosition found{fen, {}, candidate.measure, *odds_of(position, bounds_of)};
        if (request.criterion != Criterion::Swing && found.odds.rolls[candidate.roll].face != 0)
            found.roll = found.odds.rolls[candidate.roll].face;
        ranked.push_back(std::move(found));
    }
    return ranked;
}

}  // namespace octomate::tables
