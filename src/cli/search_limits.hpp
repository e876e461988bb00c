#pragma once

#include <vector>

#include "cli/arguments.hpp"
#include "reports/search.hpp"

namespace octomate::cli {

/// Declares --hash, --limit and --nodes, and gives them.
std::vector<Option> add_search_limits(Arguments& command, reports::SearchRequest& request);

}  // namespace octomate::cli
