#pragma once

#include <vector>

#include "cli/arguments.hpp"
#include "collect/record_file.hpp"

namespace octomate::cli {

/// Declares --force, and gives it.
Option add_force(Arguments& command, collect::RecordTarget& target);

/// Declares --to, --output and --force, and gives them in this order.
std::vector<Option> add_record_target(Arguments& command, collect::RecordTarget& target);

}  // namespace octomate::cli
