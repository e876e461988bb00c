#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/arguments.hpp"

namespace octomate::cli {

/// What the user asks of `octomate export-site`.
struct SiteOptions {
    std::string folder;
    bool force = false;  ///< write into a folder that holds other things
    std::vector<std::string> files;
};

/// What a program says that was built without the module for browsers: what it cannot do, and the command
/// that would have made it.
std::string no_site(std::string_view what, std::string_view command);

/// The same of this command.
inline std::string no_export() { return no_site("export the board", "export-site"); }

/// Declares the command, for both programs as `declare_serve` does.
void declare_export_site(CommandLine& line,
                         std::function<int(const SiteOptions&, const CommonOptions&)> work);

}  // namespace octomate::cli
