#pragma once

#include <vector>

#include "cli/arguments.hpp"
#include "collect/record_file.hpp"

namespace octomate::cli {

/// Declares --to and --output, and gives them.
std::vector<Option> add_record_target(Arguments& command, collect::RecordTarget& target);

}  // namespace octomate::cli
