#include "cli/site_options.hpp"

#include <fmt/core.h>

#include <memory>
#include <utility>

namespace octomate::cli {

namespace {

constexpr const char* site_examples =
    "  octomate export-site -o site                      the board, with the puzzles that are built in\n"
    "  octomate export-site puzzles/twos.jsonl -o site   puzzle mode over your own files\n\n"
    "The board of `octomate serve` as files that need no server: open index.html from disk, or put the\n"
    "folder on any web host. The solver comes along as a module of WebAssembly (all games, faces,\n"
    "moves and longer mates), the puzzles inside; its records are those that the commands print.";

}  // namespace

std::string no_site(std::string_view what, std::string_view command) {
    return fmt::format(
        "this build cannot {}: run `scripts/run {}`, which installs what it needs and builds it, or "
        "configure "
        "with -DOCTOMATE_SERVE=ON -DOCTOMATE_SITE=ON (needs libcpp-httplib-dev, nodejs, npm, clang-14, "
        "lld-14, "
        "wasi-libc, and libc++-14-dev, libc++abi-14-dev and libclang-rt-14-dev for wasm32)",
        what, command);
}

void declare_export_site(CommandLine& line,
                         std::function<int(const SiteOptions&, const CommonOptions&)> work) {
    Arguments command = line.add("export-site", "The board as files that need no server", site_examples);
    command.hide({"--ascii", "--format", "--progress"});
    const auto options = std::make_shared<SiteOptions>();
    command.add_puzzle_files(
        options->files,
        "Puzzle files for puzzle mode; - is standard input (default: those that are built in)");
    command.add("-o,--output", options->folder, "The folder; it is made if it is missing")
        .required()
        .named("DIR");
    command.add_flag("--force", options->force, "Write into a folder that holds other things, too");
    command.run(
        [options, work = std::move(work)](const CommonOptions& common) { return work(*options, common); });
}

}  // namespace octomate::cli
