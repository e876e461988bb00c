#pragma once

#include "cli/arguments.hpp"
#include "reports/search.hpp"

namespace octomate::cli {

/// Declares --hash, --limit and --nodes.
void add_search_limits(Arguments& command, reports::SearchRequest& request);

}  // namespace octomate::cli
