#pragma once

#include <functional>
#include <string>
#include <vector>

#include "cli/command.hpp"

namespace octomate::app {

/// What the user asks of `octomate serve`.
struct ServeOptions {
    int port = 8008;  ///< 0: any that is free
    std::vector<std::string> files;
};

/// Declares the command. Two programs do: `octomate`, which hands the work on, and `octomate-serve`, which
/// does it; so that `octomate` need not load what only a web server needs.
void declare_serve(CLI::App& root, std::function<int()>& run, CommonOptions& common,
                   std::function<int(const ServeOptions&, const CommonOptions&)> work);

}  // namespace octomate::app
