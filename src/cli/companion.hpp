#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "console/console.hpp"

namespace octomate::cli {

/// Where a file that belongs to the program is: beside the program, as a build leaves it, or in
/// ../libexec/octomate from there, as it is installed. Where neither is, the first is told.
std::filesystem::path companion(const std::string& name);

/// Ends this program and begins the one of the web board in its place, with a command, its options and files.
/// Throws EnvironmentError if that program was not built, with the `advice` what to do, or does not begin.
[[noreturn]] void become_board(const std::string& command, const std::vector<std::string>& options,
                               const std::vector<std::string>& files, const CommonOptions& common,
                               const std::string& advice);

}  // namespace octomate::cli
