#pragma once

#include <cstdint>
#include <optional>

#include "tables/values.hpp"

namespace octomate::tables {

/// Where there is no chance a game is won, lost or drawn, and a won one lasts so many plies if the winner
/// hurries and the loser delays. In units of 2^-mate_bits a position counts 0 if drawn, else one less for
/// each ply than a game won or lost at once.
inline constexpr int mate_bits = 16;

/// The plies that are left of a game that is won or lost, by what its position counts.
constexpr int plies_of(std::int64_t units) {
    return static_cast<int>((std::int64_t{1} << mate_bits) - (units < 0 ? -units : units));
}

/// Works out what the nodes of a game without chance count: both bounds are the same, and exact.
/// None if it was stopped.
std::optional<Values> mates_of(const Successors& successors, const ValueOptions& options);

/// How many nodes do not count what those behind their moves make of them. None: all are right, since each
/// ply of a win leads to one that is nearer its end.
std::uint64_t mate_violations(const Successors& successors, const Values& values);

}  // namespace octomate::tables
