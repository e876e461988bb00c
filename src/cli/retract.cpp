#include <memory>

#include "cli/arguments.hpp"
#include "cli/commands.hpp"
#include "cli/shared.hpp"
#include "collect/record.hpp"
#include "views/text.hpp"

namespace octomate::cli {

namespace {

constexpr const char* retract_examples =
    "  octomate retract '4k3/8/8/8/8/8/8/4K2R b'            where was White one move ago?\n"
    "  octomate retract --format jsonl puzzles/article.jsonl\n\n"
    "Lists every valid position from which a legal move, on some roll, leads to the given one: the\n"
    "move, the faces on which it may be played there, and the position. Cascades run backwards,\n"
    "promotions and teleports are taken back, and a king may have captured any piece but a king.\n"
    "How many pieces a game begins with does not count here; see octomate proof.";

struct RetractOptions {
    std::vector<std::string> files;
};

int retract(const RetractOptions& options, const CommonOptions& common) {
    const draw::TextStyle style = text_style(common);
    const bool text = common.format == Format::Text;
    const auto work = [&](const records::Line& line, records::Output& output) {
        collect::with_record(line, common, output, [&](const auto& game, auto& puzzle, auto& notes) {
            reports::RetractReport report;
            report.notes = std::move(notes);
            Status done = origins_of(game, "retract").retract(puzzle, reader_of(common), report);
            if (done) output.data += text ? views::retract_text(report, style) : reports::json_lines(report);
            return done;
        });
    };
    return collect::run_lines(options.files, common, work).code;
}

}  // namespace

void add_retract(CommandLine& line) {
    Arguments command =
        line.add("retract", "Take the last move back: the positions one move earlier", retract_examples);
    const auto options = std::make_shared<RetractOptions>();
    command.add_puzzle_files(options->files).required();
    command.run([options](const CommonOptions& common) { return retract(*options, common); });
}

}  // namespace octomate::cli
