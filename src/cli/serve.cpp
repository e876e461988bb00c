#include "cli/commands.hpp"
#include "cli/companion.hpp"
#include "cli/serve_options.hpp"

namespace octomate::cli {

void add_serve(CommandLine& line) {
    declare_serve(line, [](const ServeOptions& options, const CommonOptions& common) -> int {
        std::vector<std::string> arguments = {"--port", std::to_string(options.port)};
        if (!options.tables.empty()) arguments.push_back("--tables=" + options.tables);
        become_board(
            "serve", arguments, options.files, common,
            "this build has no web board: run `scripts/run serve`, which installs what it needs and builds "
            "it, or configure with -DOCTOMATE_SERVE=ON (needs libcpp-httplib-dev, nodejs and npm)");
    });
}

}  // namespace octomate::cli
