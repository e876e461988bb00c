#include <fmt/core.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "describer.hpp"
#include "games/list.hpp"
#include "reports/fields.hpp"

// Prints what scripts/generate-interfaces writes schemas and types from: `{"version", "types": {NAME:
// schema}, "answers": {NAME: [schemas]}}`. Each answer is described by a sample that has what cannot be made
// from nothing.

namespace octomate {

/// A second piece that moves in the same move.
struct SecondPiece {
    std::string from, to;
};

void fields(auto& table, const SecondPiece& second) {
    table("from", second.from, "The square that the piece leaves.");
    table("to", second.to, "The square where it arrives.");
}

/// A move with what answers of the server have beyond the record of the command.
struct ServedMove {
    const reports::MoveRecord& record;
};

void fields(auto& table, const ServedMove& served) {
    fields(table, served.record);
    const MoveEnds& ends = served.record.ends;
    table.when(true, "from", ends.from,
               "The square that the piece leaves. Only the server tells this and what follows.");
    table.when(true, "to", ends.to, "The square where it arrives.");
    table.when(true, "becomes", ends.becomes, "The letter of the piece that a pawn promotes to.");
    table.when(true, "part", ends.part, "Which pieces of a stack move, or what else is done with it.");
    table.optional("state", ends.state, "The earlier state that the move leads back to, 0 being the oldest.");
    table.when(true, "then", SecondPiece(), "A second piece moves as well.");
}

struct DieWords {
    std::string text;
};

void fields(auto& table, const DieWords& words) {
    table.type("DieWords", "How to speak of the die.");
    table("names", words.text, "file");
    table("serve", words.text, "land on");
    table("serves", words.text, "lands on");
    table("free", words.text, "no move lands on that file");
}

struct Words {
    std::string text;
    std::vector<std::string> texts;
    std::vector<std::optional<std::string>> names;
    std::optional<DieWords> die;
};

void fields(auto& table, const Words& words) {
    table.type("Words", "What the command says of a position in text.");
    table("state", words.text, "White to move, in check: no die");
    table("mates", words.texts, "By face: Qa8-e4-e7# (cascade of 3)");
    table("summary", words.text, "Only 5 mates.");
    table("named", words.names, "By face, what it asks for: the e-file");
    table("die", words.die, "Null in a game without a die.");
}

/// A solution stands in the answers of `solve` and `mate` if it was asked for.
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

struct ServedSolve {
    WithSolution<reports::SolveReport> answer;
    const draw::Scene& scene;
};

void fields(auto& table, const ServedSolve& served) {
    fields(table, served.answer);
    table.when(true, "scene", served.scene,
               "What the board shows. Only the server tells this and what follows.");
    table.when(true, "outcome", records::choice_of(Outcome::Ongoing), "The result; null: the game goes on.");
    table.when(true, "words", Words(), "What the command says of the position in text.");
}

namespace {

/// A move with the facts that records of any game have.
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
    answers["moves"] = {describer.schema(ServedMove{move})};

    reports::SolutionReport solution;
    solution.set.emplace();
    draw::Scene scene(8, 8, {});
    scene.marks = {draw::Highlight(), draw::Arrow(), draw::Jump(), draw::Cross(),
                   draw::Ghost(),     draw::Curve(), draw::Medal()};
    reports::SolveReport solve;
    solve.roll = 1;
    solve.faces.emplace_back().face = 1;
    answers["solve"] = {describer.schema(ServedSolve{{solve, solution}, scene})};
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
    const Faults faults;
    const std::optional<std::string> id;
    describer.schema(draw::Pieces{scene});
    describer.schema(records::ErrorRecord{{}, id, faults});
    fmt::print("{}\n",
               Json{{"version", version()}, {"types", describer.types()}, {"answers", answers}}.dump(1));
}
