#include <fmt/core.h>

#include "cli/shared.hpp"

namespace octomate::cli {

namespace {

/// Declares --share.
void add_public_address(Arguments& command, std::string& address) {
    command.add_words("--share URL", [&address](const std::string& word) {
        const bool is_web_address = word.rfind("https://", 0) == 0 || word.rfind("http://", 0) == 0;
        if (!is_web_address || word.find_first_of("# \"") != std::string::npos)
            throw UsageError("--share",
                             "expected the address of an exported page, such as "
                             "https://example.org/octomate/");
        address = word;
    });
}

}  // namespace

void declare_serve(CommandLine& line, std::function<int(const ServeOptions&, const CommonOptions&)> work) {
    Arguments command = line.add("serve");
    const auto options = std::make_shared<ServeOptions>();
    command.add_puzzle_files(options->files);
    command.add("--port N", options->port, {0, 65535});
    command.add_flag("--lan", options->lan);
    command.add_flag("--open", options->open);
    add_public_address(command, options->public_address);
    add_tables_folder(command, options->tables);
    command.run(
        [options, work = std::move(work)](const CommonOptions& common) { return work(*options, common); });
}

std::string no_site(std::string_view what, std::string_view command) {
    return fmt::format(
        "this build cannot {}: run `scripts/run {}`, which installs what it needs and builds it, or "
        "configure with -DOCTOMATE_SERVE=ON -DOCTOMATE_SITE=ON (needs libcpp-httplib-dev, libqrencode-dev, "
        "nodejs, npm, "
        "clang-14, lld-14, wasi-libc, and libc++-14-dev, libc++abi-14-dev and libclang-rt-14-dev for wasm32)",
        what, command);
}

void declare_export_site(CommandLine& line,
                         std::function<int(const SiteOptions&, const CommonOptions&)> work) {
    Arguments command = line.add("export-site");
    const auto options = std::make_shared<SiteOptions>();
    command.add_puzzle_files(options->files);
    command.add("-o,--output DIR", options->folder).required();
    command.add_flag("--force", options->force);
    add_public_address(command, options->public_address);
    const Option folder = add_tables_folder(command, options->tables);
    command.add_flag("--no-tables", options->no_tables).excludes(folder);
    command.run(
        [options, work = std::move(work)](const CommonOptions& common) { return work(*options, common); });
}

// octomate replaces itself by octomate-serve for both commands; octomate-serve parses the command line again.

void add_serve(CommandLine& line) {
    declare_serve(line, [](const ServeOptions&, const CommonOptions& common) -> int {
        exec_program(
            "octomate-serve", common.words,
            "this build has no web board: run `scripts/run serve`, which installs what it needs and builds "
            "it, or configure with -DOCTOMATE_SERVE=ON (needs libcpp-httplib-dev, libqrencode-dev, nodejs "
            "and npm)");
    });
}

void add_export_site(CommandLine& line) {
    declare_export_site(line, [](const SiteOptions&, const CommonOptions& common) -> int {
        exec_program("octomate-serve", common.words, no_export());
    });
}

}  // namespace octomate::cli
