#include "questions/solution.hpp"

#include <algorithm>

#include "questions/twins.hpp"
#include "reports/json.hpp"

namespace octomate::questions {

Status find_solutions(const games::Game& game, const records::Puzzle& puzzle,
                      const reports::SolutionRequest& request,
                      std::vector<reports::SolutionReport>& reports) {
    if (Status done = game.solution(puzzle, request, reports.emplace_back()); !done) return done;
    return for_each_twin(game, puzzle, [&](const auto& twin, const auto& changed) {
        reports::SolutionReport report;
        report.twin = twin.name;
        report.change = records::change_text(puzzle, twin);
        Status done = game.solution(changed, request, report);
        if (done) reports.push_back(std::move(report));
        return done;
    });
}

void SolutionOptions::declare(Options& options) {
    options.flag("solution", wanted, "Print the solution as composers do: set play, tries, keys, variations")
        .only(Scope::Programs);
    options
        .whole("tries", tries, 0, 100,
               "The greatest number of tries on each roll (default: 1, and 3 where no die is used)")
        .only(Scope::Programs);
}

Status SolutionOptions::add(Asked& asked, const reports::SearchRequest& search, std::size_t begin) const {
    if (!wanted) return {};
    reports::SolutionRequest solving = request(search);
    asked.prepare(solving.search);
    std::vector<reports::SolutionReport> all;
    if (Status done = find_solutions(asked.game, asked.puzzle, solving, all); !done) {
        asked.output.data.resize(begin);
        return done;
    }
    const auto incomplete = [](const reports::SolutionReport& one) { return !one.complete(); };
    if (std::any_of(all.begin(), all.end(), incomplete)) ++asked.output.incomplete;
    bool for_people = false;
    for (const reports::SolutionReport& report : all) for_people = asked.wrote_text(&report);
    if (!for_people)  // before the record's last brace
        asked.output.data.insert(asked.output.data.rfind('}'), ",\"solution\":" + reports::json(all));
    return {};
}

}  // namespace octomate::questions
