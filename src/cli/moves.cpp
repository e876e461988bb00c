#include <memory>

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

int list_moves(const std::string& fen, const CommonOptions& common) {
    return collect::with_fen_argument(
        fen, common, [&](const auto& game, auto& puzzle, auto& notes, auto& out) {
            const bool text = common.format == Format::Text;
            reports::MovesReport report;
            Faults faults =
                game.moves(puzzle, {text ? reports::Reader::Person : reports::Reader::Program}, report);
            if (!faults.empty()) return faults;
            notes = report.notes;
            if (text) out = views::moves_text(report, text_style(common));
            if (!text) {
                for (const auto& record : report.moves) out.append(reports::json(record)) += '\n';
            }
            return faults;
        });
}

}  // namespace

void add_moves(CommandLine& line) {
    Arguments command = line.add("moves", "List the legal moves of a position", moves_examples);
    command.hide({"--threads", "--progress"});
    const auto fen = std::make_shared<std::string>();
    command.add("FEN", *fen, "The position, in quotes").required();
    command.run([fen](const CommonOptions& common) { return list_moves(*fen, common); });
}

}  // namespace octomate::cli
