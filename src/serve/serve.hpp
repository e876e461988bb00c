#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

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

/// Throws EnvironmentError if the folder is not to be written into, because it is none or holds what is not
/// of an exported page; or if this program was built without the module that answers the page.
void check_export(const cli::SiteOptions& options);

/// An endgame table of an exported page.
struct PocketFile {
    std::string name;   ///< the game and the material: "superpermutation-d8-KQK"
    std::string bytes;  ///< as tables::PocketTable has them
};

/// Writes the files, with the puzzles of the API. Throws EnvironmentError.
void export_site(const api::Api& api, const std::vector<PocketFile>& tables, const cli::SiteOptions& options,
                 const CommonOptions& common);

}  // namespace octomate::serve
