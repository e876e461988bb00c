#include <fmt/core.h>

#include <cstdlib>

#include "cli/commands.hpp"
#include "cli/shared.hpp"
#include "collect/record.hpp"
#include "reports/json.hpp"
#include "views/text.hpp"

namespace octomate::cli {

namespace {

struct MovesOptions {
    std::string fen;
    std::uint64_t count = std::numeric_limits<std::uint64_t>::max();
};

int list_moves(const MovesOptions& options, const CommonOptions& common) {
    return collect::with_fen_argument(
        options.fen, common, [&](const auto& game, auto& puzzle, auto& notes, auto& out) -> Status {
            const bool text = common.format == Format::Text;
            reports::MovesReport report;
            reports::MovesRequest request;
            request.reader = reader_of(common);
            std::uint64_t left = options.count;
            request.take = [&](reports::MoveRecord& record) {
                if (text) {
                    record.fen = {};
                    report.moves.push_back(std::move(record));
                } else {
                    collect::print_notes(std::exchange(report.notes, {}), common);
                    print(reports::json(record) + '\n');
                }
                return --left > 0 && !interrupted;
            };
            if (Status done = game.moves(puzzle, request, report); !done) return done;
            notes = report.notes;
            if (text) out = views::moves_text(report, text_style(common));
            return {};
        });
}

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
        options.fen, common, [&](const auto& game, auto& puzzle, auto& notes, auto& out) -> Status {
            catch_signals([](int) { std::_Exit(Interrupted); });  // a partial count has no meaning
            reports::PerftReport report;
            if (Status done = game.perft(puzzle, options, report); !done) return done;
            notes = report.notes;
            out = common.format == Format::Text ? text(report) : reports::json(report) + '\n';
            return {};
        });
}

}  // namespace

void add_moves(CommandLine& line) {
    Arguments command = line.add("moves");
    command.hide({"--threads", "--progress"});
    const auto options = std::make_shared<MovesOptions>();
    command.add_position(options->fen);
    command.add("--count N", options->count, {1},
                "List only the first N moves in the order of their machine forms (default: all)");
    command.run([options](const CommonOptions& common) { return list_moves(*options, common); });
}

void add_perft(CommandLine& line) {
    Arguments command = line.add("perft");
    command.hide({"--ascii", "--progress"});
    const auto options = std::make_shared<PerftOptions>();
    command.add_position(options->fen);
    command.add("DEPTH", options->depth, {0, 100}, "Number of plies").required();
    command.add_choice<solver::RollCount>(
        "--rolls", options->rolls,
        "Count each move once (none, the default), or add the counts of all faces (sum)",
        {{"none", solver::RollCount::None}, {"sum", solver::RollCount::Sum}});
    command.add_flag("--divide", options->divide, "Print the count of each first move");
    command.run([options](const CommonOptions& common) { return count(*options, common); });
}

}  // namespace octomate::cli
