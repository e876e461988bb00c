#include <optional>

#include "cli/commands.hpp"
#include "cli/shared.hpp"
#include "cli/shelves.hpp"
#include "cli/solution.hpp"
#include "collect/record.hpp"
#include "console/output_file.hpp"
#include "puzzle/fields.hpp"
#include "puzzle/puzzle.hpp"
#include "reports/json.hpp"
#include "views/text.hpp"

namespace octomate::cli {

namespace {

struct MateOptions : reports::MateRequest {
    std::vector<std::string> files;
    SolutionOptions solution;
    std::optional<Stipulation> stipulation;  ///< of records that only ask for mate
    std::uint64_t most_lines = 10;
    bool exact = false;
    std::string tables;      ///< a folder
    std::string proof_file;  ///< for certificates; empty: none are written
};

Stipulation stipulation_named(const std::string& text) {
    const auto stipulation = records::read_stipulation(text);
    if (!stipulation) throw UsageError("--stipulation", stipulation.error().message);
    return *stipulation;
}

int search(const MateOptions& options, const CommonOptions& common) {
    const draw::TextStyle style = text_style(common, options.exact);
    const bool text = common.format == Format::Text;
    reports::MateRequest request = options;
    request.most_lines = static_cast<std::size_t>(options.most_lines);
    collect::search_as(common, request);
    request.reader = reader_of(common);
    std::optional<OutputFile> proofs;
    if (!options.proof_file.empty()) proofs.emplace(options.proof_file);
    request.certificate = proofs.has_value();
    Shelves shelves(options.tables);
    const auto work = [&](const records::Line& line, records::Batch<std::string>& output) {
        collect::with_record(line, common, output, [&](const auto& game, auto& puzzle, auto& notes) {
            if (options.stipulation && !puzzle.stipulation && puzzle.moves == 1) {
                puzzle.stipulation = options.stipulation;
                if (puzzle.stipulation->is_plain()) puzzle.moves = puzzle.stipulation->moves();
            }
            reports::MateReport report;
            report.notes = std::move(notes);
            Status done = game.mate(puzzle, request, report);
            if (!done) return done;
            if (!report.stipulation) report.odds = shelves.odds(game, report.fen, report.notes);
            const std::size_t begin = output.data.size();
            output.data += text ? views::mate_text(report, style) : reports::json(report) + '\n';
            if (options.solution.requested)
                done = add_solution(game, puzzle, options.solution, request, common, output, begin);
            if (!report.certificate.empty()) output.results.push_back(std::move(report.certificate));
            if (!report.complete) ++output.incomplete;
            return done;
        });
    };
    const auto ran = collect::run_lines<std::string>(options.files, common, work, [&](const auto& output) {
        print_coloured(output.data);
        for (const std::string& proof : output.results) proofs->write(proof);
    });
    if (proofs) proofs->commit(ran.whole);
    return ran.code;
}

}  // namespace

void add_mate(CommandLine& line) {
    Arguments command = line.add("mate");
    const auto options = std::make_shared<MateOptions>();
    command.add_puzzle_files(options->files).required();
    const Option moves = command.add("--moves N", options->moves, {1, 100},
                                     "Mate within N moves of the side to move (default: as the record says)");
    const Option stipulation =
        command
            .add_words(
                "--stipulation TEXT",
                [options](const std::string& text) { options->stipulation = stipulation_named(text); },
                "The stipulation of records without one: #2, =2, h#2, h#2.5, s#2, r#2, ser-#4, ser-h#3, …")
            .excludes(moves);
    const Option dice = command.add_choice<solver::Dice>(
        "--dice", options->dice, "How rolls are valued (default: mean; for helpmates and series some)",
        {{"mean", solver::Dice::Mean}, {"every", solver::Dice::Every}, {"some", solver::Dice::Some}});
    command.add_choice<solver::Defence>("--defence", options->defence,
                                        "What the opponent plays (default: best)",
                                        {{"best", solver::Defence::Best}, {"help", solver::Defence::Help}});
    add_search_limits(command, *options);
    command.add_flag("--exact", options->exact, "Print chances as fractions, too (text only)");
    const Option tree =
        command.add_flag("--tree", options->tree, "Print the solution of #n, indented by plies (text only)");
    const Option solutions =
        command.add("--solutions N", options->most_lines, {0, 1'000'000},
                    "The greatest number of lines printed for a help or series stipulation (default: 10)");
    const Option set_play =
        command.add_flag("--set-play", options->set_play,
                         "Add set play: the lines of a help stipulation in which the other side begins");
    const Option proof =
        command.add_output("--certificate FILE", options->proof_file,
                           "Write what proves the values, choice by choice, to a file (JSON Lines)");
    const Option tables = add_tables_folder(command, options->tables);
    // The page has no reports, and shows only forced mates.
    add_solution_options(command, options->solution)
        .html.excludes({stipulation, dice, tree, solutions, set_play, tables, proof});
    command.check([options, dice] {
        if (options->proof_file == "-")
            throw UsageError("--certificate", "needs the name of a file: the report goes to standard output");
        if (dice.given()) options->line_dice = options->dice;
        if (!options->proof_file.empty() &&
            (options->dice != solver::Dice::Mean || options->defence != solver::Defence::Best))
            throw UsageError("--certificate",
                             "proves means against the best defence, without other --dice or --defence");
        if (options->solution.any() && options->defence == solver::Defence::Help)
            throw UsageError("--solution", "shows forced mates and cannot be combined with --defence help");
    });
    command.run([options](const CommonOptions& common) {
        return options->solution.html.empty()
                   ? search(*options, common)
                   : write_solution_page(options->files, options->solution, *options, common);
    });
}

}  // namespace octomate::cli
