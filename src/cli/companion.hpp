#pragma once

#include <filesystem>
#include <string>

namespace octomate::cli {

/// Where a file that belongs to the program is: beside the program, as a build leaves it, or in
/// ../libexec/octomate from there, as it is installed. Where neither is, the first is told.
std::filesystem::path companion(const std::string& name);

}  // namespace octomate::cli
