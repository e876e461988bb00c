#pragma once

#include <span>
#include <string>
#include <string_view>

#include "api/api.hpp"
#include "cli/shared.hpp"
#include "console/console.hpp"

namespace octomate::serve {

/// A file that was built into the program.
struct Asset {
    std::string_view name;  ///< such as "index.html"
    std::string_view type;  ///< media type, such as "text/html"
    std::string_view bytes;
};

/// Returns all files that were built into the program.
std::span<const Asset> assets();

/// Returns the bytes of the file `name`, which must exist.
std::string_view asset(std::string_view name);

/// Returns index.html. Unless `public_address` is empty, the button Share link copies a link to the exported
/// page at that address.
std::string index_page(std::string_view public_address);

/// Serves the board and its API until Ctrl-C, and returns the exit code. Prints the addresses to standard
/// output, one per line. Throws EnvironmentError if the port is not available.
int serve(const api::Api& api, const cli::ServeOptions& options, const CommonOptions& common);

}  // namespace octomate::serve
