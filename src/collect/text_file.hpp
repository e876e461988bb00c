#pragma once

#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

#include "core/expected.hpp"

namespace octomate::collect {

/// The whole text of a file (decompressed, if it is zstd), or of standard input for "-"; or why it cannot be
/// read. Ctrl-C ends it: the text is what had come by then, and `interrupted` is set.
Expected<std::string, std::string> read_text_file(const std::string& file);

/// A file of the C library that is closed when it goes out of scope.
struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
};
using OpenFile = std::unique_ptr<std::FILE, CloseFile>;

/// Makes the file, or empties it, and writes the text or bytes. Throws EnvironmentError.
void write_file(const std::string& file, std::string_view bytes);

/// Puts the text in the place of the file's, all at once: whoever reads the file finds the old text or the
/// new one, even if the program is killed meanwhile. Throws EnvironmentError.
void replace_text_file(const std::string& file, std::string_view text);

}  // namespace octomate::collect
