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
    std::string_view type;  ///< its media type
    std::string_view bytes;
};

/// All of them.
std::span<const Asset> assets();

/// The bytes of one that is known to be there.
std::string_view asset(std::string_view name);

/// The page, which shares links to an exported one at `public_address` unless that is empty.
std::string index_page(std::string_view public_address);

/// Serves the board and its API until Ctrl-C, and returns the exit code. The addresses go to standard output,
/// one a line. Throws EnvironmentError if the port cannot be had.
int serve(const api::Api& api, const cli::ServeOptions& options, const CommonOptions& common);

}  // namespace octomate::serve
