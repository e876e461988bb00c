#include "cli/commands.hpp"
#include "cli/shared.hpp"
#include "cli/shelves.hpp"
#include "cli/solution.hpp"
#include "collect/record.hpp"
#include "collect/rewrite.hpp"
#include "reports/json.hpp"
#include "views/text.hpp"

namespace octomate::cli {

namespace {

struct SolveOptions {
    std::vector<std::string> files;
    bool list = false;
    SolutionOptions solution;
    reports::SearchRequest search;  ///< of the solutions
    bool odds = false;
    std::string tables;  ///< a folder
    collect::RecordTarget target;
};

int solve(const SolveOptions& options, const CommonOptions& common) {
    const draw::TextStyle style = text_style(common);
    const bool text = common.format == Format::Text;
    const reports::SolveOptions solve{options.list, reader_of(common)};
    Shelves shelves(options.tables);
    const auto work = [&](const records::Line& line, records::Output& output, const collect::RecordFile&) {
        collect::with_record(line, common, output, [&](const auto& game, auto& puzzle, auto& notes) {
            reports::SolveReport report;
            report.notes = std::move(notes);
            Status done = game.solve(puzzle, solve, report);
            if (!done) return done;
            if (options.odds) {
                report.odds = shelves.odds(game, report.fen, report.notes);
                if (!report.odds) report.notes.emplace_back("no endgame table covers this position");
            }
            const std::size_t begin = output.data.size();
            if (text) {
                output.data += views::solve_text(report, style);
                output.data += views::odds_text(report, style);
            } else {
                reports::append_json(report, output.data);
                output.data += '\n';
            }
            if (!options.solution.requested) return done;
            return add_solution(game, puzzle, options.solution, options.search, common, output, begin);
        });
    };
    return collect::write_lines(options.files, common, options.target, work).code;
}

}  // namespace

void add_solve(CommandLine& line) {
    Arguments command = line.add("solve");
    const auto options = std::make_shared<SolveOptions>();
    command.add_puzzle_files(options->files).required();
    const Option list = command.add_flag("--list", options->list, "List all moves on each face");
    const Option odds =
        command.add_flag("--odds", options->odds,
                         "Print the value of each roll and move, where an endgame table covers the position");
    add_tables_folder(command, options->tables).needs(odds);
    auto [solution, html] = add_solution_options(command, options->solution);
    const Option output = add_output_file(command, options->target);
    const Option force = add_force(command, options->target).needs(output);
    add_shared_resume(command, options->target, force);
    options->target.report = true;
    html.excludes({list, odds, output});  // the page has no reports
    command.check([options, &common = command.common()] {
        if (common.ranks && !options->solution.html.empty())
            throw UsageError("--html", "is for octomate, without mpirun");
    });
    command.only_with(add_search_limits(command, options->search), {solution, html});
    command.run([options](const CommonOptions& common) {
        return options->solution.html.empty()
                   ? solve(*options, common)
                   : write_solution_page(options->files, options->solution, options->search, common);
    });
}

}  // namespace octomate::cli
