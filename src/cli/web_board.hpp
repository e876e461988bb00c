#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/arguments.hpp"

namespace octomate::cli {

/// The options of `octomate serve`.
struct ServeOptions {
    int port = 8008;    ///< 0: any free one
    bool lan = false;   ///< for other machines, too
    bool open = false;  ///< in the user's browser
    std::string public_address;
    std::vector<std::string> files;
    std::string tables;  ///< folder of endgame tables; empty: the usual one
};

/// Declares the command in two programs: `octomate`, which becomes `octomate-serve`, which does the work. So
/// `octomate` need not load the libraries of a web server.
void declare_serve(CommandLine& line, std::function<int(const ServeOptions&, const CommonOptions&)> work);

/// The options of `octomate export-site`.
struct SiteOptions {
    std::string folder;
    bool force = false;          ///< write to a folder that has other contents
    std::string public_address;  ///< of an exported page, to which links are shared; may be empty
    std::vector<std::string> files;
    std::string tables;      ///< folder of endgame tables; empty: the usual one
    bool no_tables = false;  ///< write none of them
};

/// The message of a program that was built without the module for browsers: what it cannot do, and the
/// command that builds it.
std::string no_site(std::string_view what, std::string_view command);

/// The same for export-site.
inline std::string no_export() { return no_site("export the board", "export-site"); }

/// Declares the command in both programs.
void declare_export_site(CommandLine& line,
                         std::function<int(const SiteOptions&, const CommonOptions&)> work);

}  // namespace octomate::cli
