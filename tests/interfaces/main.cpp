#include <fmt/core.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "describer.hpp"
#include "games/fields.hpp"
#include "games/list.hpp"
#include "questions/fields.hpp"

// Prints the input of scripts/generate-interfaces, which writes JSON schemas and TypeScript types:
// `{"version", "types": {NAME: schema}, "answers": {NAME: [schemas]}}`. Each answer is described from a
// sample object, in which every part without a default constructor is filled in.

namespace octomate {

/// An answer to `solve` or `mate` with the optional field `solution`.
template <class Answer>
struct WithSolution {
    const Answer& answer;
    const reports::SolutionReport& solution;
};

template <class Answer>
void fields(auto& table, const WithSolution<Answer>& with) {
    fields(table, with.answer);
    table.when(true, "solution", reports::WrittenSolution{with.solution}, "With `solution`.");
}

namespace {

/// Returns a sample move that has every fact by which any game describes its moves.
reports::MoveRecord any_move() {
    reports::MoveRecord all;
    for (const games::Game* game : games::all()) {
        records::Puzzle start;
        start.fen = game->start();
        reports::MovesReport report;
        if (!game->moves(start, {}, report) || report.moves.empty()) continue;
        for (const MoveFact& fact : report.moves.front().facts) {
            const auto is_same = [&](const MoveFact& other) { return other.name == fact.name; };
            if (std::none_of(all.facts.begin(), all.facts.end(), is_same)) all.facts.push_back(fact);
        }
    }
    return all;
}

}  // namespace
}  // namespace octomate

int main() {
    using namespace octomate;
    using records::Json;
    interfaces::Describer describer;
    Json answers;
    const reports::MoveRecord move = any_move();
    answers["moves"] = {describer.schema(questions::BoardMove{move})};

    reports::SolutionReport solution;
    solution.set.emplace();
    auto board = std::make_shared<draw::Scene>(8, 8, draw::PieceList());
    board->marks = {draw::Highlight(), draw::Arrow(), draw::Jump(), draw::Cross(),
                    draw::Ghost(),     draw::Curve(), draw::Medal()};
    reports::SolveReport solve;
    solve.roll = 1;
    solve.faces.emplace_back().face = 1;
    solve.die = games::named("superpermutation-d8").about().die;
    solve.scene = board;
    const questions::SolvedScene solved{solve};
    answers["solve"] = {describer.schema(WithSolution<questions::SolvedScene>{solved, solution})};
    const reports::MateReport mate;
    const reports::WrittenMate written{mate};
    answers["mate"] = {describer.schema(WithSolution<reports::WrittenMate>{written, solution})};
    answers["check"] = {describer.schema(reports::CheckReport())};
    reports::Analysis analysis;
    analysis.threats.emplace();
    auto rollout = std::make_shared<players::Rollout>();
    rollout->moves.emplace_back();
    analysis.rollout = rollout;
    answers["analyse"] = {describer.schema(analysis)};
    answers["perft"] = {describer.schema(reports::PerftReport())};
    reports::ReplayedPly ply;
    ply.chances.emplace().rolled = 0;
    const reports::Replay game;
    answers["replay"] = {describer.schema(reports::PlyRecord{ply}),
                         describer.schema(reports::GameRecord{game})};
    const reports::EarlierPosition earlier;
    answers["retract"] = {describer.schema(reports::WrittenOrigin{earlier, earlier.fen})};
    answers["proof"] = {describer.schema(reports::ProofReport())};
    const games::Game& with_options = *games::find("complete-permutation");
    answers["games"] = {describer.schema(with_options)};
    describer.schema(games::GameOnPage{with_options});
    const Faults faults;
    const std::optional<std::string> id;
    describer.schema(draw::Pieces{*board});
    describer.schema(records::ErrorRecord{{}, id, faults});
    fmt::print("{}\n",
               Json{{"version", version()}, {"types", describer.types()}, {"answers", answers}}.dump(1));
}
