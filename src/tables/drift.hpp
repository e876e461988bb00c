#pragma once

#include "tables/middle.hpp"
#include "tables/values.hpp"
#include "tables/work.hpp"

namespace octomate::tables {

/// Proves bounds around the middle: whoever plays for his gets it, for he never loses any of it on the
/// average, and the game ends or comes to nothing. Puts them into `values`; NotReached if none can be proven
/// so.
Work::End prove_by_drift(Work& work, const Middle& middle, Values& values);

}  // namespace octomate::tables
