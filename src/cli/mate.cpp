#include <fmt/format.h>

#include "cli/command.hpp"
#include "cli/record.hpp"
#include "reports/mate_tree.hpp"
#include "reports/report.hpp"
#include "views/mate_text.hpp"

namespace octomate::app {

namespace {

constexpr const char* examples =
    "  octomate mate --moves 2 puzzles/article.jsonl              how likely is mate within two moves?\n"
    "  octomate mate --moves 2 --dice every puzzles/twos.jsonl    is it certain, whatever is rolled?\n"
    "  octomate mate --moves 2 --dice some --defence help FILE    is it possible at all?\n"
    "  octomate mate --moves 2 --tree puzzles/twos.jsonl          the solution, ply by ply\n\n"
    "Values are exact fractions. --dice says what a roll counts as, ours and the opponent's: the\n"
    "mean of the eight faces, the worst of them for us (every), or the best (some). --defence says\n"
    "what the opponent plays: what is worst for us (best) or best for us (help). A face is forced\n"
    "if mate is certain on it, whatever is rolled later and whatever the opponent does.\n"
    "With --limit or --nodes the answer may be an interval that is proven; the exit code is 4 then.";

struct Options : MateRequest {
    std::vector<std::string> files;
    bool tree = false;
};

/// Reads "5", "5s", "5seconds" or "200000nodes" into the options.
void read_limit(const std::string& text, Options& options) {
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
        throw CLI::ValidationError(
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

template <class P>
void solve_record(const Options& options, const CommonOptions& common, const draw::TextStyle& style,
                  const records::Puzzle& puzzle, const P& position, std::vector<std::string> notes,
                  const records::Line& line, records::Output& output) {
    const solver::MateOptions search = search_options(options, common, puzzle);
    const auto result = mate_report(puzzle, position, search, std::move(notes));
    if (!result) return tell_bad_record(line, common, puzzle.id, result.error(), output);
    const reports::MateReport& report = *result;
    if (!report.complete) ++output.incomplete;
    if (common.format == Format::Jsonl) {
        output.data.append(records::dump(reports::to_json(report))).append("\n");
    } else {
        output.data += mate_text(report, style);
        if (options.tree && report.complete)
            output.data.append(reports::MateTree<P>(search).draw(position)).append("\n");
    }
}

}  // namespace

void add_mate(CLI::App& root, std::function<int()>& run, CommonOptions& common) {
    const Command command = add_command(root, run, common, "mate",
                                        "Longer mates: how likely, or how certain, within N moves", examples);
    const auto options = std::make_shared<Options>();
    command.app->add_option("FILE", options->files, "Puzzle files; - is standard input")->required();
    command.app
        ->add_option("--moves", options->moves,
                     "Mate within so many moves of the side to move (default: what the record says)")
        ->check(CLI::Range(1, 100).description(""))
        ->type_name("N");
    add_choice<solver::Dice>(
        command.app, "--dice", options->dice, "What a roll counts as (default: mean)",
        {{"mean", solver::Dice::Mean}, {"every", solver::Dice::Every}, {"some", solver::Dice::Some}});
    add_choice<solver::Defence>(command.app, "--defence", options->defence,
                                "What the opponent plays (default: best)",
                                {{"best", solver::Defence::Best}, {"help", solver::Defence::Help}});
    command.app->add_option("--hash", options->hash_mib, "Memory for transpositions, in MiB (default: 64)")
        ->check(CLI::Range(0, 1 << 20).description(""))
        ->type_name("MIB");
    command.app
        ->add_option_function<std::string>(
            "--limit", [options](const std::string& text) { read_limit(text, *options); },
            "Give up on a puzzle after so many seconds (5, 0.5s) or positions (100000nodes)")
        ->type_name("SECONDS|Nnodes");
    command.app
        ->add_option("--nodes", options->nodes,
                     "The same as --limit Nnodes; uses one thread, so that the answer repeats")
        ->type_name("N");
    command.app->add_flag("--tree", options->tree, "Print the solution, one indent a ply (text only)");
    command.app->callback([options, &run, &common] {
        run = [options, &common] {
            const draw::TextStyle style = text_style(common);
            return run_lines(options->files, common, [&](const records::Line& line, records::Output& output) {
                with_record(line, common, output,
                            [&](const auto& puzzle, const auto& position, std::vector<std::string> notes) {
                                solve_record(*options, common, style, puzzle, position, std::move(notes),
                                             line, output);
                            });
            });
        };
    });
}

}  // namespace octomate::app
