#pragma once

#include <string>
#include <vector>

#include "core/expected.hpp"

namespace octomate::collect {

/// Whether all the files can be opened; the others are reported. For commands that write a file, which stays
/// untouched if an input is missing.
bool can_open(const std::vector<std::string>& inputs);

/// The whole text of a file (decompressed, if it is zstd), or of standard input for "-"; or why it cannot be
/// read. Ctrl-C ends it: the text is what had come by then, and `interrupted` is set.
Expected<std::string, std::string> read_text_file(const std::string& file);

}  // namespace octomate::collect
