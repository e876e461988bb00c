#pragma once

#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

namespace octomate {

/// A file of the C library that is closed when it goes out of scope.
struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
};
using OpenFile = std::unique_ptr<std::FILE, CloseFile>;

/// Puts the bytes in the place of the file's, all at once: whoever reads the file finds the old ones or the
/// new ones, even if the program is killed meanwhile, or the machine. A pipe or a device gets them as they
/// are. Throws EnvironmentError.
void replace_file(const std::string& file, std::string_view bytes);

/// Makes a directory and those above it where they are missing; throws EnvironmentError if it cannot.
void make_directory(const std::string& name);

}  // namespace octomate
