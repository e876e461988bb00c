#pragma once

#include <string>
#include <vector>

namespace octomate::collect {

/// Refuses an output, the value of `option`, that is one of the input files, or the file at standard input.
/// Throws UsageError.
void refuse_output_among(const std::vector<std::string>& inputs, const std::string& output,
                         const std::string& option = "--output");

/// Whether all the files can be opened; what cannot is told. For commands that write a file: it is not
/// touched where an input is missing.
bool can_open(const std::vector<std::string>& inputs);

}  // namespace octomate::collect
