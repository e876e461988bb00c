#pragma once

#include <functional>
#include <string>
#include <vector>

#include "cli/arguments.hpp"

namespace octomate::cli {

/// What the user asks of `octomate serve`.
struct ServeOptions {
    int port = 8008;  ///< 0: any that is free
    std::vector<std::string> files;
    std::string tables;  ///< where endgame tables are kept; empty: in the usual folder
};

/// Declares the command. Two programs do: `octomate`, which hands the work on, and `octomate-serve`, which
/// does it; so that `octomate` need not load what only a web server needs.
void declare_serve(CommandLine& line, std::function<int(const ServeOptions&, const CommonOptions&)> work);

}  // namespace octomate::cli
