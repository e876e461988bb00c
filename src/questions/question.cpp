#include "questions/question.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "formats/problem.hpp"
#include "games/list.hpp"

namespace octomate::questions {

void QuestionInput::add_odds(reports::Subject& report) const {
    if (context.tables) report.odds = context.tables(game, report.fen, report.notes);
}

bool QuestionInput::write_text(const Report& report) const {
    if (context.on_report) context.on_report(*this, report);
    if (context.text) output.data += context.text(report);
    return bool(context.text);
}

Status QuestionInput::unsupported(std::string_view what) const {
    if (context.on_unsupported) context.on_unsupported(game);
    return questions::unsupported(game, what);
}

Status unsupported(const games::Game& game, std::string_view what) {
    return Unexpected{Faults{
        {FaultCode::UnknownVariant, "variant", 0, fmt::format("{} has no {}", game.about().title, what)}}};
}

const std::vector<Kind>& kinds() {
    static const std::vector<Kind> all = [] {
        std::vector<Kind> kinds;
        for (const auto& list : {solve_kinds, mate_kinds, analyse_kinds, board_kinds})
            for (const Kind& kind : list()) kinds.push_back(kind);
        return kinds;
    }();
    return all;
}

std::unique_ptr<Question> make(std::string_view name) {
    return std::find_if(kinds().begin(), kinds().end(), [&](const Kind& kind) { return kind.name == name; })
        ->make();
}

Status wrong_option(std::string name, std::string why) {
    return Unexpected{Faults{{FaultCode::WrongType, std::move(name), 0, std::move(why)}}};
}

Status for_each_twin(const games::Game& game, const records::Puzzle& puzzle, const UseTwin& use) {
    const auto twins = records::twins_of(puzzle, games::variants(game.about().name));
    if (!twins) return Unexpected{twins.error()};
    Faults faults;
    for (const records::Twin& twin : *twins) {
        const auto made = game.make_twin(puzzle, twin);
        if (!made) break;
        Status used = *made ? use(twin, **made) : Unexpected{made->error()};
        if (used) continue;
        for (Fault& fault : used.error()) {
            fault.message = "twin " + twin.name + ": " + fault.message;
            add_fault(faults, std::move(fault));
        }
    }
    return status_of(std::move(faults));
}

Status find_solutions(const games::Game& game, const records::Puzzle& puzzle,
                      const reports::SolutionRequest& request,
                      std::vector<reports::SolutionReport>& reports) {
    if (Status done = game.solution(puzzle, request, reports.emplace_back()); !done) return done;
    return for_each_twin(game, puzzle, [&](const auto& twin, const auto& twin_puzzle) {
        reports::SolutionReport report;
        report.twin = twin.name;
        report.change = records::change_text(puzzle, twin);
        Status done = game.solution(twin_puzzle, request, report);
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
    const auto passes = [&](const records::Puzzle& candidate) {
        reports::CheckReport report;
        if (!game.check(candidate, request, report) || !report.complete) return false;
        return report.verdict == Verdict::Sound ||
               (report.verdict == Verdict::NoKey && !report.solution_key.empty());
    };
    bool all_pass = std::all_of(solutions.begin(), solutions.end(),
                                [](const auto& solution) { return solution.strict(); }) &&
                    passes(puzzle);
    const Status made = for_each_twin(game, puzzle, [&](const auto&, const auto& twin_puzzle) {
        all_pass = all_pass && passes(twin_puzzle);
        return Status();
    });
    return all_pass && made;
}

void SolutionOptions::declare(Options& options) {
    options.flag("solution", wanted,
                 "Add the solution as composers print it: set play, tries, keys, variations");
    options.whole("tries", tries, 0, 100,
                  "The greatest number of tries on each roll (default: 1, and 3 where no die is used)");
}

Status SolutionOptions::add(QuestionInput& input, const reports::SearchRequest& search,
                            std::size_t begin) const {
    if (!wanted && !input.context.only_solutions) return {};
    std::vector<reports::SolutionReport> all;
    Status done = find_solutions(input.game, input.puzzle, {input.search(search), tries.value_or(-1)}, all);
    if (!done) {
        input.output.data.resize(begin);
        return done;
    }
    auto& notes = all.front().notes;
    if (input.context.only_solutions) notes.insert(notes.begin(), input.notes.begin(), input.notes.end());
    const auto incomplete = [](const reports::SolutionReport& solution) { return !solution.complete(); };
    if (std::any_of(all.begin(), all.end(), incomplete)) ++input.output.incomplete;
    bool is_text = false;
    for (const reports::SolutionReport& report : all) is_text = input.write_text(&report);
    if (!is_text)  // insert before the closing brace of the record
        input.output.data.insert(input.output.data.rfind('}'), ",\"solution\":" + reports::json(all));
    return done;
}

}  // namespace octomate::questions
