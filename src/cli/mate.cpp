#include <fmt/core.h>

#include <memory>
#include <utility>

#include "cli/arguments.hpp"
#include "cli/commands.hpp"
#include "cli/search_request.hpp"
#include "cli/text_style.hpp"
#include "collect/record.hpp"
#include "reports/json.hpp"
#include "views/mate_text.hpp"

namespace octomate::cli {

namespace {

constexpr const char* mate_examples =
    "  octomate mate --moves 2 puzzles/article.jsonl              how likely is mate within two moves?\n"
    "  octomate mate --moves 2 --dice every puzzles/twos.jsonl    is it certain, whatever is rolled?\n"
    "  octomate mate --moves 2 --dice some --defence help FILE    is it possible at all?\n"
    "  octomate mate --moves 2 --tree puzzles/twos.jsonl          the solution, ply by ply\n\n"
    "Values are exact fractions. --dice says what a roll counts as, ours and the opponent's: the\n"
    "mean of the eight faces, the worst of them for us (every), or the best (some). --defence says\n"
    "what the opponent plays: what is worst for us (best) or best for us (help). A face is forced\n"
    "if mate is certain on it, whatever is rolled later and whatever the opponent does.\n"
    "With --limit or --nodes the answer may be an interval that is proven; the exit code is 4 then.";

struct MateOptions : reports::MateRequest {
    std::vector<std::string> files;
};

/// Reads "5", "5s", "5seconds" or "200000nodes" into the options.
void read_limit(const std::string& text, MateOptions& options) {
    std::size_t digits = 0;
    double number = 0;
    try {
        number = std::stod(text, &digits);
    } catch (const std::exception&) {
        digits = 0;
    }
    const std::string unit = text.substr(digits);
    const bool seconds = unit.empty() || unit == "s" || unit == "seconds";
    if (digits == 0 || number <= 0 || !(seconds || unit == "nodes")) {
        throw UsageError(
            "--limit",
            fmt::format(
                "\"{}\" is no limit, expected seconds such as 5 or 0.5s, or nodes such as 100000nodes",
                text));
    }
    if (seconds) {
        options.seconds = number;
    } else {
        options.nodes = static_cast<std::uint64_t>(number);
    }
}

int search(const MateOptions& options, const CommonOptions& common) {
    const draw::TextStyle style = text_style(common);
    const bool text = common.format == Format::Text;
    reports::MateRequest request = options;
    search_as(common, request);
    request.reader = text ? reports::Reader::Person : reports::Reader::Program;
    return collect::run_lines(options.files, common, [&](const records::Line& line, records::Output& output) {
        collect::with_record(line, common, output, [&](const auto& game, auto& puzzle, auto& notes) {
            reports::MateReport report;
            report.notes = std::move(notes);
            Faults faults = game.mate(puzzle, request, report);
            if (!faults.empty()) return faults;
            if (!report.complete) ++output.incomplete;
            output.data += text ? views::mate_text(report, style) : reports::json(report) + '\n';
            return faults;
        });
    });
}

}  // namespace

void add_mate(CommandLine& line) {
    Arguments command =
        line.add("mate", "Longer mates: how likely, or how certain, within N moves", mate_examples);
    const auto options = std::make_shared<MateOptions>();
    command.add("FILE", options->files, "Puzzle files; - is standard input").required();
    command
        .add("--moves", options->moves, {1, 100},
             "Mate within so many moves of the side to move (default: what the record says)")
        .named("N");
    command.add_choice<solver::Dice>(
        "--dice", options->dice, "What a roll counts as (default: mean)",
        {{"mean", solver::Dice::Mean}, {"every", solver::Dice::Every}, {"some", solver::Dice::Some}});
    command.add_choice<solver::Defence>("--defence", options->defence,
                                        "What the opponent plays (default: best)",
                                        {{"best", solver::Defence::Best}, {"help", solver::Defence::Help}});
    command.add("--hash", options->hash_mib, {0, 1 << 20}, "Memory for transpositions, in MiB (default: 64)")
        .named("MIB");
    command
        .add_words(
            "--limit", [options](const std::string& text) { read_limit(text, *options); },
            "Give up on a puzzle after so many seconds (5, 0.5s) or positions (100000nodes)")
        .named("SECONDS|Nnodes");
    command
        .add("--nodes", options->nodes, {},
             "The same as --limit Nnodes; uses one thread, so that the answer repeats")
        .named("N");
    command.add_flag("--tree", options->tree, "Print the solution, one indent a ply (text only)");
    command.run([options](const CommonOptions& common) { return search(*options, common); });
}

}  // namespace octomate::cli
