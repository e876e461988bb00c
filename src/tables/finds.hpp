#pragma once

#include <tbb/parallel_for.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "core/random.hpp"
#include "core/tabled.hpp"
#include "core/written.hpp"
#include "tables/dense_cells.hpp"
#include "tables/odds_of.hpp"
#include "tables/tables.hpp"

namespace octomate::tables {

/// How striking a position is by `want`, and on which of its rolls; none if it is not.
std::optional<std::pair<double, std::size_t>> measure(const Odds& odds, Want want);

/// Whether two positions have the same side to move and differ in the place of one piece at most.
bool near_each_other(std::string_view fen, std::string_view other);

/// The most striking positions of a class, or of a sample of it; those near a better one are left out. The
/// same on any number of threads. `position_at(cell)` gives the position of a cell.
template <class P, class PositionAt, class BoundsOf>
requires Tabled<P> && Written<P> std::vector<Find> best_finds(const DenseCells& positions,
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
    // From a place on in leaps that meet every position once.
    const std::uint64_t looks = std::min<std::uint64_t>(request.looks, positions.size());
    Random random(request.seed);
    const std::uint64_t first = random.next() % positions.size();
    std::uint64_t leap = positions.size() / looks;
    while (std::gcd(leap, positions.size()) != 1) ++leap;

    constexpr std::uint64_t share = 1024;
    std::vector<std::vector<Candidate>> found((looks + share - 1) / share);
    tbb::parallel_for(std::size_t{0}, found.size(), [&](std::size_t part) {
        for (std::uint64_t look = part * share; look < std::min(looks, (part + 1) * share); ++look) {
            if (request.interrupted && *request.interrupted) return;
            const std::size_t number = (first + look * leap) % positions.size();
            positions.for_each(number, number + 1, [&](std::uint64_t cell) {
                const auto odds = odds_of(position_at(cell), bounds_of);
                if (!odds) return;
                if (const auto how = measure(*odds, request.want))
                    found[part].push_back({how->first, cell, how->second});
            });
        }
    });
    std::vector<Candidate> all;
    for (const auto& part : found) all.insert(all.end(), part.begin(), part.end());
    std::sort(all.begin(), all.end());

    std::vector<Find> finds;
    for (const Candidate& one : all) {
        if (finds.size() == request.count || (request.interrupted && *request.interrupted)) break;
        const P position = position_at(one.cell);
        const std::string fen = position.fen();
        const bool known = std::any_of(finds.begin(), finds.end(),
                                       [&](const Find& find) { return near_each_other(find.fen, fen); });
        if (known) continue;
        Find find{fen, {}, one.measure, *odds_of(position, bounds_of)};
        if (request.want != Want::Swing && find.odds.rolls[one.roll].face != 0)
            find.roll = find.odds.rolls[one.roll].face;
        finds.push_back(std::move(find));
    }
    return finds;
}

}  // namespace octomate::tables
