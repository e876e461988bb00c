#include "cli/solution.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <iterator>

#include "cli/shared.hpp"
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
    auto scene = game.scene(puzzle);
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
    const Option html = command.add_output(
        "--html FILE", options.html,
        "Write the solutions with diagrams to this HTML file instead of reports; - is standard output");
    command.only_with({tries}, {solution, html});
    return {solution, html};
}

Status find_solutions(const games::Game& game, const records::Puzzle& puzzle,
                      const reports::SolutionRequest& request,
                      std::vector<reports::SolutionReport>& reports) {
    if (Status done = game.solution(puzzle, request, reports.emplace_back()); !done) return done;
    return collect::for_each_twin(game, puzzle, [&](const auto& twin, const auto& changed) {
        reports::SolutionReport report;
        report.twin = twin.name;
        report.change = records::change_text(puzzle, twin);
        Status done = game.solution(changed, request, report);
        if (done) reports.push_back(std::move(report));
        return done;
    });
}

bool is_tested(const games::Game& game, const records::Puzzle& puzzle,
               const std::vector<reports::SolutionReport>& solutions, const reports::SearchRequest& search) {
    using reports::Verdict;
    reports::CheckRequest request;
    request.superfluous = request.near_misses = false;
    request.search = search;
    const auto passes = [&](const records::Puzzle& one) {
        reports::CheckReport report;
        if (!game.check(one, request, report) || !report.complete) return false;
        return report.verdict == Verdict::Sound ||
               (report.verdict == Verdict::NoKey && !report.truth.empty());
    };
    bool all =
        std::all_of(solutions.begin(), solutions.end(), [](const auto& one) { return one.strict(); }) &&
        passes(puzzle);
    const Status made = collect::for_each_twin(game, puzzle, [&](const auto&, const auto& changed) {
        all = all && passes(changed);
        return Status();
    });
    return all && made;
}

Status add_solution(const games::Game& game, const records::Puzzle& puzzle, const SolutionOptions& options,
                    const reports::SearchRequest& search, const CommonOptions& common,
                    records::Output& output, std::size_t begin) {
    std::vector<reports::SolutionReport> all;
    if (Status done = find_solutions(game, puzzle, request_of(options, search, common), all); !done) {
        output.data.resize(begin);
        return done;
    }
    const auto incomplete = [](const reports::SolutionReport& one) { return !one.complete(); };
    if (std::any_of(all.begin(), all.end(), incomplete)) ++output.incomplete;
    if (common.format == Format::Text) {
        for (const auto& report : all) output.data += views::solution_text(report, text_style(common));
    } else {  // before the record's last brace
        output.data.insert(output.data.rfind('}'), ",\"solution\":" + reports::json(all));
    }
    return {};
}

int write_solution_page(const std::vector<std::string>& files, const SolutionOptions& options,
                        const reports::SearchRequest& search, const CommonOptions& common) {
    using reports::SolutionReport;
    const reports::SolutionRequest request = request_of(options, search, common);
    if (!collect::can_open(files)) return BadInput;
    Destination output(options.html);
    std::vector<SolutionReport> all;
    const auto work = [&](const records::Line& line, records::Batch<SolutionReport>& batch) {
        collect::with_record(line, common, batch, [&](const auto& game, auto& puzzle, auto& notes) {
            std::vector<SolutionReport> found;
            Status done = find_solutions(game, puzzle, request, found);
            if (!done) return done;
            found.front().notes.insert(found.front().notes.begin(), notes.begin(), notes.end());
            for (SolutionReport& report : found) {
                if (!report.complete()) ++batch.incomplete;
                records::Puzzle shown = puzzle;
                shown.fen = report.fen;
                shown.roll = report.roll;
                add_diagram(game, shown, report);
                batch.results.push_back(std::move(report));
            }
            return done;
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
