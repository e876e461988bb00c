#pragma once

#include <vector>

#include "cli/arguments.hpp"
#include "reports/search.hpp"

namespace octomate::cli {

/// Declares --limit and --nodes, and gives them.
std::vector<Option> add_limits(Arguments& command, reports::SearchRequest& request);

/// The same with --hash, for searches that remember positions.
std::vector<Option> add_search_limits(Arguments& command, reports::SearchRequest& request);

}  // namespace octomate::cli
