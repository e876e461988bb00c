#include "cli/commands.hpp"
#include "cli/companion.hpp"
#include "cli/site_options.hpp"

namespace octomate::cli {

void add_export_site(CommandLine& line) {
    declare_export_site(line, [](const SiteOptions& options, const CommonOptions& common) -> int {
        std::vector<std::string> words = {"--output=" + options.folder};
        if (options.force) words.emplace_back("--force");
        become_board("export-site", words, options.files, common, no_export());
    });
}

}  // namespace octomate::cli
