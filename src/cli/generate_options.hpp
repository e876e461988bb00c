#pragma once

#include <functional>

#include "cli/arguments.hpp"
#include "collect/generate_run.hpp"

namespace octomate::cli {

/// Declares the command `generate`. Two programs do: `octomate`, whose threads do the work, and
/// `octomate-mpi`. `work` gets the options once they are settled.
void declare_generate(CommandLine& line,
                      std::function<int(const collect::GenerateOptions&, const CommonOptions&)> work);

}  // namespace octomate::cli
