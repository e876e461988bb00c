#pragma once

#include <string>

#include "core/expected.hpp"

namespace octomate::collect {

/// The whole text of a file (decompressed, if it is zstd), or of standard input for "-"; or why it cannot be
/// read. Ctrl-C ends it: the text is what had come by then, and `interrupted` is set.
Expected<std::string, std::string> read_text_file(const std::string& file);

}  // namespace octomate::collect
