#include "solver/perft.hpp"

#include <fmt/format.h>

#include <chrono>
#include <csignal>
#include <cstdlib>

#include "cli/argument.hpp"
#include "cli/command.hpp"
#include "cli/games.hpp"
#include "records/puzzle.hpp"

namespace octomate::app {

namespace {

constexpr const char* examples =
    "  octomate perft 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w' 5\n"
    "  octomate perft --rolls sum --divide '4k3/8/8/8/8/8/8/4K2R w' 3\n\n"
    "Counts the lines of a given number of plies: a check of the rules and a measure of speed.\n"
    "--rolls none counts every legal move once; --rolls sum adds up the eight faces at each ply.";

struct Options {
    std::string fen;
    int depth = 1;
    solver::RollCount rolls = solver::RollCount::None;
    bool divide = false;
};

}  // namespace

void add_perft(CLI::App& root, std::function<int()>& run, CommonOptions& common) {
    const Command command = add_command(root, run, common, "perft", "Count lines of legal moves", examples);
    const auto options = std::make_shared<Options>();
    command.app->add_option("FEN", options->fen, "The position, in quotes")->required();
    command.app->add_option("DEPTH", options->depth, "Number of plies")
        ->required()
        ->check(CLI::Range(0, 100));
    add_choice<solver::RollCount>(command.app, "--rolls", options->rolls,
                                  "Every move once (none, the default), or summed over the eight faces",
                                  {{"none", solver::RollCount::None}, {"sum", solver::RollCount::Sum}});
    command.app->add_flag("--divide", options->divide, "Tell the count below each first move");
    command.app->callback([options, &run, &common] {
        run = [options, &common] {
            return with_fen_argument(options->fen, common, [&](const auto& position) {
                std::signal(SIGINT, [](int) {
                    std::_Exit(Interrupted);
                });  // a count has no part that is worth keeping
                const auto start = std::chrono::steady_clock::now();
                std::map<std::string, std::uint64_t> lines;
                const std::uint64_t nodes = options->divide
                                                ? solver::perft(position, options->depth, options->rolls,
                                                                [&](auto move, std::uint64_t count) {
                                                                    lines[position.uci(move)] = count;
                                                                })
                                                : solver::perft(position, options->depth, options->rolls);
                const double seconds =
                    std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
                if (common.format == Format::Text) {
                    for (const auto& [move, count] : lines) print(fmt::format("{:<6} {}\n", move, count));
                    print(fmt::format("{} nodes at depth {} in {:.3f} s", nodes, options->depth, seconds));
                    print(seconds > 0.01 ? fmt::format(" ({:.1f} million a second)\n",
                                                       static_cast<double>(nodes) / seconds / 1e6)
                                         : "\n");
                } else {
                    records::Json record = {{"fen", position.fen()}, {"depth", options->depth}};
                    record["rolls"] = options->rolls == solver::RollCount::Sum ? "sum" : "none";
                    record["nodes"] = nodes;
                    record["seconds"] = seconds;
                    if (options->divide) {
                        record["divide"] = records::Json::object();
                        for (const auto& [move, count] : lines) record["divide"][move] = count;
                    }
                    print(record.dump() + '\n');
                }
                return Success;
            });
        };
    });
}

}  // namespace octomate::app
