#include "serve/options.hpp"

#include <memory>

namespace octomate::app {

namespace {

constexpr const char* examples =
    "  octomate serve                          the board, with the article's five puzzles\n"
    "  octomate serve puzzles/twos.jsonl       puzzle mode over your own files\n"
    "  octomate serve --port 0                 any free port; the address is on standard output\n\n"
    "A board in the browser, at http://127.0.0.1:8008/: set up positions, see which rolls mate, roll\n"
    "the die and play, solve puzzles, step through games. It needs no network and only this machine\n"
    "can reach it. Programs may POST a puzzle record to /api/solve, /api/moves, /api/mate or\n"
    "/api/check and get the record of that command; \"moves\", \"dice\", \"defence\", \"list\", \"limit\"\n"
    "(seconds, at most 10) and \"nodes\" are further fields. Ctrl-C ends it, with exit code 130.";

}  // namespace

void declare_serve(CLI::App& root, std::function<int()>& run, CommonOptions& common,
                   std::function<int(const ServeOptions&, const CommonOptions&)> work) {
    const Command command =
        add_command(root, run, common, "serve", "A board in the browser, for this machine only", examples);
    const auto options = std::make_shared<ServeOptions>();
    command.app->add_option(
        "FILE", options->files,
        "Puzzle files for puzzle mode; - is standard input (default: the article's puzzles)");
    command.app
        ->add_option("--port", options->port, "Port on 127.0.0.1 (default: 8008); 0 takes any that is free")
        ->check(CLI::Range(0, 65535).description(""))
        ->type_name("N");
    command.app->callback([options, work = std::move(work), &run, &common] {
        run = [options, work, &common] { return work(*options, common); };
    });
}

}  // namespace octomate::app
