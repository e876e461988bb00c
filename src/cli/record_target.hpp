#pragma once

#include "cli/arguments.hpp"
#include "collect/record_file.hpp"

namespace octomate::cli {

/// Declares --to and --output.
void add_record_target(Arguments& command, collect::RecordTarget& target);

}  // namespace octomate::cli
