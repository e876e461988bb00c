#include "cli/solution.hpp"

#include <fmt/core.h>

#include <iterator>

#include "cli/shared.hpp"
#include "collect/inputs.hpp"
#include "collect/record.hpp"
#include "console/output_file.hpp"
#include "puzzle/puzzle.hpp"
#include "reports/json.hpp"
#include "text/words.hpp"
#include "views/text.hpp"

namespace octomate::cli {

namespace {

reports::SolutionRequest request_of(const SolutionOptions& options, const reports::SearchRequest& search,
                                    const CommonOptions& common) {
    reports::SolutionRequest request;
    request.search = search;
    collect::search_as(common, request.search);
    request.tries = options.tries;
    return request;
}

/// Adds a diagram with the roll, if the game can be drawn.
void add_diagram(const games::Game& game, const records::Puzzle& puzzle, reports::SolutionReport& report) {
    if (!game.painter()) return;
    auto scene = game.painter()->scene(puzzle);
    if (!scene) return;
    scene->title = report.id.value_or("");
    report.scene = std::make_shared<const draw::Scene>(std::move(*scene));
}

}  // namespace

SolutionSwitches add_solution_options(Arguments& command, SolutionOptions& options) {
    const Option solution =
        command.add_flag("--solution", options.requested,
                         "Print the solution as composers do: set play, tries, keys, variations");
    const Option tries =
        command.add("--tries N", options.tries, {0, 100},
                    "The greatest number of tries on each roll (default: 1, and 3 where no die is used)");
    const Option html = command.add(
        "--html FILE", options.html,
        "Write the solutions with diagrams to this HTML file instead of reports; - is standard output");
    command.only_with({tries}, {solution, html});
    return {solution, html};
}

Status add_solution(const games::Game& game, const records::Puzzle& puzzle, const SolutionOptions& options,
                    const reports::SearchRequest& search, const CommonOptions& common,
                    records::Output& output, std::size_t begin) {
    if (puzzle.other_stipulation()) return {};  // the report of mate has its lines
    reports::SolutionReport report;
    if (Status done = game.solution(puzzle, request_of(options, search, common), report); !done) {
        output.data.resize(begin);
        return done;
    }
    if (!report.complete()) ++output.incomplete;
    if (common.format == Format::Text) {
        output.data += views::solution_text(report, text_style(common));
    } else {  // before the record's last brace
        output.data.insert(output.data.rfind('}'), ",\"solution\":" + reports::json(report));
    }
    return {};
}

int write_solution_page(const std::vector<std::string>& files, const SolutionOptions& options,
                        const reports::SearchRequest& search, const CommonOptions& common) {
    using reports::SolutionReport;
    const reports::SolutionRequest request = request_of(options, search, common);
    collect::refuse_output_among(files, options.html, "--html");
    if (!collect::can_open(files)) return BadInput;
    Destination output(options.html);
    std::vector<SolutionReport> all;
    const auto work = [&](const records::Line& line, records::Batch<SolutionReport>& batch) {
        collect::with_record(line, common, batch, [&](const auto& game, auto& puzzle, auto& notes) -> Status {
            if (const auto other = puzzle.other_stipulation()) {
                batch.talk +=
                    fmt::format("{}:{}: note: left out, since the page shows forced mates and not {}\n",
                                line.file, line.number, records::text_of(*other));
                return {};
            }
            SolutionReport report;
            report.notes = std::move(notes);
            if (Status done = game.solution(puzzle, request, report); !done) return done;
            if (!report.complete()) ++batch.incomplete;
            add_diagram(game, puzzle, report);
            batch.results.push_back(std::move(report));
            return {};
        });
    };
    const auto take = [&](records::Batch<SolutionReport>& batch) {
        std::move(batch.results.begin(), batch.results.end(), std::back_inserter(all));
    };
    const collect::Ran ran = collect::run_lines<SolutionReport>(files, common, work, take);
    output.write(views::solution_html(all, all.size() == 1 ? "Solution" : "Solutions"), ran.whole);
    if (!common.quiet && output.is_file())
        talk(fmt::format("{}: {} solution{}\n", options.html, grouped(all.size()),
                         all.size() == 1 ? "" : "s"));
    return ran.code;
}

}  // namespace octomate::cli
