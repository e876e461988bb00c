#include "cli/solution.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <iterator>

#include "collect/record.hpp"
#include "console/output_file.hpp"
#include "puzzle/puzzle.hpp"
#include "questions/twins.hpp"
#include "text/words.hpp"
#include "views/text.hpp"

namespace octomate::cli {

namespace {

/// Adds a diagram with the roll, if the game can be drawn.
void add_diagram(const games::Game& game, const records::Puzzle& puzzle, reports::SolutionReport& report) {
    auto scene = game.scene(puzzle);
    if (!scene) return;
    scene->title = report.id.value_or("");
    report.scene = std::make_shared<const draw::Scene>(std::move(*scene));
}

}  // namespace

Option add_solution_page(Arguments& command, const Declared& declared, std::string& file) {
    const Option html = command.add_output(
        "--html FILE", file,
        "Write the solutions with diagrams to this HTML file instead of reports; - is standard output");
    command.only_with({declared.at("tries")}, {declared.at("solution"), html});
    return html;
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
    const Status made = questions::for_each_twin(game, puzzle, [&](const auto&, const auto& changed) {
        all = all && passes(changed);
        return Status();
    });
    return all && made;
}

int write_solution_page(const std::vector<std::string>& files, const std::string& page,
                        reports::SolutionRequest request, const CommonOptions& common) {
    using reports::SolutionReport;
    collect::search_as(common, request.search);
    if (!collect::can_open(files)) return BadInput;
    Destination output(page);
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
        talk(fmt::format("{}: {} solution{}\n", page, grouped(all.size()), all.size() == 1 ? "" : "s"));
    return ran.code;
}

}  // namespace octomate::cli
