#pragma once

#include <string>

#include "reports/subject.hpp"

namespace octomate::reports {

/// Appends `"lower", "upper", "value"` and, in a game without chance, `"plies"`, without braces. Bounds are
/// rounded outwards.
void append_bounds(const tables::Bounds& bounds, std::string& out);

/// `{"material", "lower", "upper", "value", "faces": [{"face", "free", "lower", "upper", "value", "best":
/// [moves], "moves": [{"move", "lower", "upper", "value"}, …]}]}`, the best moves first.
std::string json(const tables::Odds& odds);

/// Adds `odds` to the end of a record, if its subject has them.
std::string with_odds(const Subject& subject, std::string record);

}  // namespace octomate::reports
