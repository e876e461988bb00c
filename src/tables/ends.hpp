#pragma once

#include <cstdint>

#include "tables/values.hpp"
#include "tables/work.hpp"

namespace octomate::tables {

/// What the stage is called where a work is gone on with.
inline constexpr const char* ends_stage = "ends";

/// Bounds from the worst and the best that can be when games are cut off after more and more plies: until
/// they are no more than `gap` apart, after so many sweeps, or when they come no nearer. False if the work
/// was stopped.
bool find_from_ends(Work& work, double gap, std::uint64_t sweeps, Values& values);

}  // namespace octomate::tables
