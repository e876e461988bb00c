#include <fmt/core.h>

#include <cstdlib>
#include <memory>

#include "cli/arguments.hpp"
#include "cli/commands.hpp"
#include "collect/record.hpp"
#include "reports/json.hpp"

namespace octomate::cli {

namespace {

constexpr const char* perft_examples =
    "  octomate perft 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w' 5\n"
    "  octomate perft --rolls sum --divide '4k3/8/8/8/8/8/8/4K2R w' 3\n\n"
    "Counts the lines of a given number of plies: a check of the rules and a measure of speed.\n"
    "--rolls none counts every legal move once; --rolls sum adds up the eight faces at each ply.";

struct PerftOptions : reports::PerftRequest {
    std::string fen;
};

std::string text(const reports::PerftReport& report) {
    std::string text;
    for (const auto& [move, count] : report.lines) text += fmt::format("{:<6} {}\n", move, count);
    text +=
        fmt::format("{} nodes at depth {} in {:.3f} s", report.nodes, report.request.depth, report.seconds);
    if (report.seconds > 0.01)
        text += fmt::format(" ({:.1f} million a second)",
                            static_cast<double>(report.nodes) / report.seconds / 1e6);
    return text + '\n';
}

int count(const PerftOptions& options, const CommonOptions& common) {
    return collect::with_fen_argument(
        options.fen, common, [&](const auto& game, auto& puzzle, auto& notes, auto& out) {
            catch_signals([](int) { std::_Exit(Interrupted); });  // a partial count is worth nothing
            reports::PerftReport report;
            Faults faults = game.perft(puzzle, options, report);
            if (!faults.empty()) return faults;
            notes = report.notes;
            out = common.format == Format::Text ? text(report) : reports::json(report) + '\n';
            return faults;
        });
}

}  // namespace

void add_perft(CommandLine& line) {
    Arguments command = line.add("perft", "Count lines of legal moves", perft_examples);
    command.hide({"--ascii", "--progress"});
    const auto options = std::make_shared<PerftOptions>();
    command.add("FEN", options->fen, "The position, in quotes").required();
    command.add("DEPTH", options->depth, {0, 100}, "Number of plies").required();
    command.add_choice<solver::RollCount>(
        "--rolls", options->rolls, "Every move once (none, the default), or summed over the eight faces",
        {{"none", solver::RollCount::None}, {"sum", solver::RollCount::Sum}});
    command.add_flag("--divide", options->divide, "Tell the count below each first move");
    command.run([options](const CommonOptions& common) { return count(*options, common); });
}

}  // namespace octomate::cli
