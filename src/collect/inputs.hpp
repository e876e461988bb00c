#pragma once

#include <string>
#include <vector>

#include "core/expected.hpp"

namespace octomate::collect {

/// Refuses an output, the value of `option`, that is one of the input files, or the file at standard input.
/// Throws UsageError.
void refuse_output_among(const std::vector<std::string>& inputs, const std::string& output,
                         const std::string& option = "--output");

/// Whether all the files can be opened; the others are reported. For commands that write a file, which stays
/// untouched if an input is missing.
bool can_open(const std::vector<std::string>& inputs);

/// The whole text of a file (decompressed, if it is zstd), or of standard input for "-"; or why it cannot be
/// read. Ctrl-C ends it: the text is what had come by then, and `interrupted` is set.
Expected<std::string, std::string> read_text_file(const std::string& file);

}  // namespace octomate::collect
