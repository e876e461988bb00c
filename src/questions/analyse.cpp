#include <fmt/core.h>

#include <memory>
#include <utility>

#include "players/session.hpp"
#include "questions/question.hpp"
#include "reports/reports.hpp"

namespace octomate::questions {

Status prove(const QuestionInput& input, reports::SearchRequest search, reports::Reader reader,
             reports::ProofReport& report) {
    if (search.seconds == 0 && search.nodes == 0) search.seconds = 10;
    return input.game.origins()->prove(input.puzzle, reader, search, report);
}

namespace {

/// The question `retract`: all positions from which a legal move leads to the puzzle's position.
class Retract : public Question {
  public:
    Status run(QuestionInput& input) const override {
        if (!input.game.origins()) return input.unsupported("search for earlier positions");
        reports::RetractReport report;
        report.notes = std::move(input.notes);
        Status done = input.game.origins()->retract(input.puzzle, input.reader(), report);
        if (done && !input.write_text(&report)) input.output.data += reports::json_lines(report);
        return done;
    }
};

/// The question `proof`: a game that leads to the puzzle's position, or a proof that there is none.
class Proof : public Question {
  public:
    Proof() { options.time_and_nodes(search_, "Give up after this many seconds (default: 10)"); }

    Status run(QuestionInput& input) const override {
        using Verdict = reports::Legality::Verdict;
        if (!input.game.origins()) return input.unsupported("search for proof games");
        reports::ProofReport report;
        report.notes = std::move(input.notes);
        if (Status done = prove(input, input.search(search_), input.reader(), report); !done) return done;
        const bool undecided = report.legality.verdict == Verdict::Undecided;
        if (undecided && input.stopped()) return {};  // the search was interrupted: no answer
        if (undecided) ++input.output.incomplete;
        if (report.legality.verdict == Verdict::Illegal) ++input.output.negative;
        input.answer(report);
        return {};
    }

  private:
    reports::SearchRequest search_;
};

/// The question `analyse`: a report on a position with mates, chances, threats, and which side is favoured.
class Analyse : public Question {
  public:
    Analyse() {
        request_.own_hash = true;
        options.whole("moves", request_.most_moves, 2, 10,
                      "Look for mates within this many moves (default: 2)");
        options.hash(request_);
        options.tables(tables);
        options.whole("roll", rollout_.face, 1, 100, "The roll (default: all faces)")
            .at_command_line("--roll FACE");
        options.whole("rollout", rollout_.games, 3, 100'000'000,
                      "Play this many games from each of the best moves");
        options.whole("candidates", rollout_.candidates, 1, 1000,
                      "With --rollout: number of moves on each face (default: 3)");
        options.whole("plies", rollout_.most_plies, 1, 100'000,
                      "With --rollout: maximum length of a game (default: 200)");
        options.whole("depth", rollout_.depth, 1, 4,
                      "With --rollout: search depth of both sides in plies (default: 1)");
        options.whole("seed", rollout_.seed, 0, 1ULL << 62, "With --rollout: random seed (default: 1)")
            .at_command_line("--seed S");
    }

    Status check(const games::Game& game) const override {
        const Die* die = game.about().die;
        if (rollout_.games > 0 && !die)
            return wrong_option("rollout", "without a die all games would be the same");
        if (rollout_.face && (*rollout_.face < 1 || *rollout_.face > (die ? die->faces : 0)))
            return wrong_option(
                "roll", die ? fmt::format("the die has {} faces", die->faces) : "the game has no die");
        return {};
    }

    Status run(QuestionInput& input) const override {
        reports::AnalysisRequest request = input.search(request_);
        request.reader = input.reader();
        reports::Analysis analysis;
        if (Status done = input.game.analyse(input.puzzle, request, analysis); !done) return done;
        input.add_odds(analysis);
        players::RolloutOptions rollout = rollout_;
        rollout.threads = request.threads;
        rollout.stop = request.interrupted;
        rollout.report = input.context.on_rollout_progress;
        auto [outlook, played] = input.game.forecast(analysis.fen, input.context.tables_folder, rollout);
        if (outlook) analysis.outlook = std::make_shared<const players::Outlook>(*std::move(outlook));
        if (played) analysis.rollout = std::make_shared<const players::Rollout>(*std::move(played));
        input.notes = analysis.notes;
        input.answer(analysis);
        return {};
    }

  private:
    reports::AnalysisRequest request_;
    players::RolloutOptions rollout_;
};

}  // namespace

std::vector<Kind> analyse_kinds() {
    return {{"retract", make<Retract>, true, Scope::Local},
            {"proof", make<Proof>, true},
            {"analyse", make<Analyse>, true, Scope::Local}};
}

}  // namespace octomate::questions
