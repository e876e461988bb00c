#include <fmt/core.h>

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "describer.hpp"
#include "games/fields.hpp"
#include "games/list.hpp"
#include "questions/fields.hpp"
#include "questions/question.hpp"

// Prints the input of scripts/generate-interfaces: `{"version", "types": {NAME: schema}, "answers": {NAME:
// [schemas]}, "questions": {NAME: {"scope", "options"}}}`. Each answer is described from a sample object
// with all its optional parts.

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

/// Returns a sample move with every kind of fact that any game has about its moves.
reports::MoveRecord sample_move() {
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

/// Returns the name, kind, help, default and scope of an option, and its range or words.
records::Json described(const questions::Option& option) {
    constexpr std::array kinds = {"flag", "whole", "number", "limit", "word", "text"};
    records::Json json = {{"name", option.name},
                          {"kind", kinds[static_cast<std::size_t>(option.kind)]},
                          {"help", option.help},
                          {"default", option.default_value},
                          {"python", option.python.empty() ? option.name : option.python},
                          {"scope", static_cast<int>(option.scope)},
                          {"folder", option.folder != nullptr}};
    if (option.most > 0) json["range"] = {option.least, option.most};
    if (!option.words.empty()) json["words"] = option.words;
    return json;
}

}  // namespace
}  // namespace octomate

int main() {
    using namespace octomate;
    using records::Json;
    interfaces::Describer describer;
    Json answers;
    const reports::MoveRecord move = sample_move();
    answers["moves"] = {describer.schema(questions::BoardMove{move})};

    reports::SolutionReport solution;
    solution.set_play.emplace();
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
    answers["retract"] = {describer.schema(reports::WrittenEarlierPosition{earlier, earlier.fen})};
    answers["proof"] = {describer.schema(reports::ProofReport())};
    const games::Game& with_options = *games::find("complete-permutation");
    answers["games"] = {describer.schema(with_options)};
    describer.schema(games::GameOnPage{with_options});
    const Faults faults;
    const std::optional<std::string> id;
    describer.schema(draw::PastState{*board});
    describer.schema(records::ErrorRecord{{}, id, faults});
    Json all;
    const auto describe = [&](std::string_view name, questions::Scope scope,
                              const questions::Options& options) {
        Json list = Json::array();
        for (const questions::Option& option : options.all()) list.push_back(described(option));
        all[std::string(name)] = {{"scope", static_cast<int>(scope)}, {"options", list}};
    };
    for (const questions::Kind& kind : questions::kinds())
        describe(kind.name, kind.scope, kind.make()->options);
    describe("replay", questions::Scope::Programs, questions::ReplayQuestion().options);
    fmt::print(
        "{}\n",
        Json{{"version", version()}, {"types", describer.types()}, {"answers", answers}, {"questions", all}}
            .dump(1));
}
