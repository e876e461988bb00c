#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <utility>

#include "cli/arguments.hpp"
#include "cli/commands.hpp"
#include "cli/text_style.hpp"
#include "collect/record.hpp"
#include "reports/json.hpp"
#include "views/moves_text.hpp"

namespace octomate::cli {

namespace {

constexpr const char* moves_examples =
    "  octomate moves 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w'\n"
    "  octomate moves --format jsonl '4k3/8/8/8/8/8/8/4K2R w'\n\n"
    "One line per legal move: the move, the faces of the die on which it may be played (its own\n"
    "file's, and those left free because nothing reaches them), and what it does.";

struct MovesOptions {
    std::string fen;
    std::uint64_t count = std::numeric_limits<std::uint64_t>::max();
};

int list_moves(const MovesOptions& options, const CommonOptions& common) {
    return collect::with_fen_argument(
        options.fen, common, [&](const auto& game, auto& puzzle, auto& notes, auto& out) {
            const bool text = common.format == Format::Text;
            reports::MovesReport report;
            reports::MovesRequest request;
            request.reader = text ? reports::Reader::Person : reports::Reader::Program;
            std::uint64_t left = options.count;
            request.take = [&](reports::MoveRecord& record) {
                if (text) {
                    record.fen = {};
                    report.moves.push_back(std::move(record));
                } else {
                    collect::tell_notes(std::exchange(report.notes, {}), common);
                    print(reports::json(record) + '\n');
                }
                return --left > 0 && !interrupted;
            };
            Faults faults = game.moves(puzzle, request, report);
            if (!faults.empty()) return faults;
            notes = report.notes;
            if (text) out = views::moves_text(report, text_style(common));
            return faults;
        });
}

}  // namespace

void add_moves(CommandLine& line) {
    Arguments command = line.add("moves", "List the legal moves of a position", moves_examples);
    command.hide({"--threads", "--progress"});
    const auto options = std::make_shared<MovesOptions>();
    command.add("FEN", options->fen, "The position, in quotes").required();
    command
        .add("--count", options->count, {1},
             "How many moves at most, the first by their machine forms (default: all)")
        .named("N");
    command.run([options](const CommonOptions& common) { return list_moves(*options, common); });
}

}  // namespace octomate::cli
