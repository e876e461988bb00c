#include "cli/serve_options.hpp"

#include <memory>
#include <utility>

#include "cli/shelves.hpp"

namespace octomate::cli {

namespace {

constexpr const char* serve_options_examples =
    "  octomate serve                          the board, with the puzzles that are built in\n"
    "  octomate serve puzzles/twos.jsonl       puzzle mode over your own files\n"
    "  octomate serve --port 0                 any free port; the address is on standard output\n\n"
    "A board in the browser, at http://127.0.0.1:8008/: set up positions, see which rolls mate, roll\n"
    "the die and play, solve puzzles, step through games. It needs no network and only this machine\n"
    "can reach it. Where few men stand, endgame tables tell the chance to win. Programs may POST a puzzle\n"
    "record to /api/solve, /api/moves, /api/mate or /api/check and get the record of that command, to\n"
    "/api/odds what the tables say; \"moves\", \"dice\", \"defence\", \"list\", \"limit\"\n"
    "(seconds, at most 10) and \"nodes\" are further fields. Ctrl-C ends it, with exit code 130.";

}  // namespace

void declare_serve(CommandLine& line, std::function<int(const ServeOptions&, const CommonOptions&)> work) {
    Arguments command =
        line.add("serve", "A board in the browser, for this machine only", serve_options_examples);
    command.hide({"--ascii", "--format", "--progress"});
    const auto options = std::make_shared<ServeOptions>();
    command.add_puzzle_files(
        options->files,
        "Puzzle files for puzzle mode; - is standard input (default: those that are built in)");
    command
        .add("--port", options->port, {0, 65535},
             "Port on 127.0.0.1 (default: 8008); 0 takes any that is free")
        .named("N");
    add_tables_folder(command, options->tables);
    command.run(
        [options, work = std::move(work)](const CommonOptions& common) { return work(*options, common); });
}

}  // namespace octomate::cli
