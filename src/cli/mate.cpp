#include <memory>
#include <optional>
#include <utility>

#include "cli/arguments.hpp"
#include "cli/commands.hpp"
#include "cli/search_limits.hpp"
#include "cli/shelves.hpp"
#include "cli/solution.hpp"
#include "cli/text_style.hpp"
#include "collect/record.hpp"
#include "puzzle/fields.hpp"
#include "puzzle/puzzle.hpp"
#include "reports/json.hpp"
#include "views/mate_text.hpp"

namespace octomate::cli {

namespace {

constexpr const char* mate_examples =
    "  octomate mate --moves 2 puzzles/article.jsonl              how likely is mate within two moves?\n"
    "  octomate mate --moves 2 --dice every puzzles/twos.jsonl    is it certain, whatever is rolled?\n"
    "  octomate mate --moves 2 --dice some --defence help FILE    is it possible at all?\n"
    "  octomate mate --moves 2 --tree puzzles/twos.jsonl          the solution, ply by ply\n"
    "  octomate mate --solution --html page.html FILE             as composers print it, with diagrams\n"
    "  octomate mate --stipulation h#2 FEN                        both sides play for mate: how?\n\n"
    "Values are exact fractions. --dice says what a roll counts as, ours and the opponent's: the\n"
    "mean of the eight faces, the worst of them for us (every), or the best (some). --defence says\n"
    "what the opponent plays: what is worst for us (best) or best for us (help). A face is forced\n"
    "if mate is certain on it, whatever is rolled later and whatever the opponent does.\n"
    "--solution adds set play, tries with their odds and refutations, and the keys with all variations,\n"
    "of a mate by force, whatever --dice says.\n"
    "A record's \"stipulation\", or --stipulation, asks for something else: stalemate (=2), help (h#2,\n"
    "h#2.5), self (s#2) and reflex mates (r#2), series (ser-#4, ser-h#3). For help and series all\n"
    "lines are found in which each side has the rolls that it likes, unless --dice says otherwise.\n"
    "Where an endgame table covers the position, a line tells what it is worth however long it takes.\n"
    "With --limit or --nodes the answer may be an interval that is proven; the exit code is 4 then.";

struct MateOptions : reports::MateRequest {
    std::vector<std::string> files;
    SolutionOptions solution;
    std::optional<Stipulation> stipulation;  ///< of records that ask for no more than mate
    std::uint64_t most_lines = 10;
    std::string tables;  ///< a folder
};

Stipulation stipulation_named(const std::string& text) {
    const auto stipulation = records::read_stipulation(text);
    if (!stipulation) throw UsageError("--stipulation", stipulation.error().message);
    return *stipulation;
}

int search(const MateOptions& options, const CommonOptions& common) {
    const draw::TextStyle style = text_style(common);
    const bool text = common.format == Format::Text;
    reports::MateRequest request = options;
    request.most_lines = static_cast<std::size_t>(options.most_lines);
    collect::search_as(common, request);
    request.reader = text ? reports::Reader::Person : reports::Reader::Program;
    Shelves shelves(options.tables);
    const auto work = [&](const records::Line& line, records::Output& output) {
        collect::with_record(line, common, output, [&](const auto& game, auto& puzzle, auto& notes) {
            if (options.stipulation && !puzzle.stipulation && puzzle.moves == 1) {
                puzzle.stipulation = options.stipulation;
                if (puzzle.stipulation->is_plain()) puzzle.moves = puzzle.stipulation->moves();
            }
            reports::MateReport report;
            report.notes = std::move(notes);
            Faults faults = game.mate(puzzle, request, report);
            if (!faults.empty()) return faults;
            if (!report.stipulation) report.odds = shelves.odds(game, report.fen, report.notes);
            const std::size_t begin = output.data.size();
            output.data += text ? views::mate_text(report, style) : reports::json(report) + '\n';
            if (options.solution.wanted)
                faults = tell_solution(game, puzzle, options.solution, request, common, output, begin);
            if (!report.complete) ++output.incomplete;
            return faults;
        });
    };
    return collect::run_lines(options.files, common, work).code;
}

}  // namespace

void add_mate(CommandLine& line) {
    Arguments command =
        line.add("mate", "Longer mates: how likely, or how certain, within N moves", mate_examples);
    const auto options = std::make_shared<MateOptions>();
    command.add_puzzle_files(options->files).required();
    const Option moves =
        command
            .add("--moves", options->moves, {1, 100},
                 "Mate within so many moves of the side to move (default: what the record says)")
            .named("N");
    const Option stipulation =
        command
            .add_words(
                "--stipulation",
                [options](const std::string& text) { options->stipulation = stipulation_named(text); },
                "What is asked for where a record does not say: #2, =2, h#2, h#2.5, s#2, r#2, ser-#4, "
                "ser-h#3, …")
            .named("TEXT")
            .excludes(moves);
    const Option dice = command.add_choice<solver::Dice>(
        "--dice", options->dice, "What a roll counts as (default: mean; for help and series some)",
        {{"mean", solver::Dice::Mean}, {"every", solver::Dice::Every}, {"some", solver::Dice::Some}});
    command.add_choice<solver::Defence>("--defence", options->defence,
                                        "What the opponent plays (default: best)",
                                        {{"best", solver::Defence::Best}, {"help", solver::Defence::Help}});
    add_search_limits(command, *options);
    const Option tree =
        command.add_flag("--tree", options->tree, "Print the solution of #n, one indent a ply (text only)");
    const Option solutions =
        command
            .add("--solutions", options->most_lines, {0, 1'000'000},
                 "Tell so many lines that fulfil a help or series stipulation at most (default: 10)")
            .named("N");
    const Option set_play =
        command.add_flag("--set-play", options->set_play,
                         "Tell the lines of a help stipulation in which the other side begins, too");
    const Option tables = add_tables_folder(command, options->tables);
    // The page has no reports, and shows mates by force alone.
    add_solution_options(command, options->solution)
        .html.excludes({stipulation, dice, tree, solutions, set_play, tables});
    command.check([options, dice] {
        if (dice.given()) options->line_dice = options->dice;
        if (options->solution.any() && options->defence == solver::Defence::Help)
            throw UsageError("--solution", "it tells mates by force, without --defence help");
    });
    command.run([options](const CommonOptions& common) {
        return options->solution.html.empty()
                   ? search(*options, common)
                   : write_solution_page(options->files, options->solution, *options, common);
    });
}

}  // namespace octomate::cli
