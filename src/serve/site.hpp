#pragma once

#include "api/api.hpp"
#include "cli/web_board.hpp"
#include "console/console.hpp"

/// The page as files that need no server.
namespace octomate::serve {

/// Throws EnvironmentError if the folder is not to be written into, because it is none or holds what is not
/// of an exported page; or if this program was built without the module that answers the page.
void check_export(const cli::SiteOptions& options);

/// Writes the files, with the puzzles of the API. Throws EnvironmentError.
void export_site(const api::Api& api, const cli::SiteOptions& options, const CommonOptions& common);

}  // namespace octomate::serve
