#include <fmt/core.h>

#include <memory>
#include <utility>

#include "players/session.hpp"
#include "questions/question.hpp"
#include "reports/reports.hpp"

namespace octomate::questions {

namespace {

/// What is to be said of a position: mates, chances, threats, and who is favoured.
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

    Status run(Asked& asked) const override {
        reports::AnalysisRequest request = asked.search(request_);
        request.reader = asked.reader();
        reports::Analysis analysis;
        if (Status done = asked.game.analyse(asked.puzzle, request, analysis); !done) return done;
        asked.add_odds(analysis);
        players::RolloutOptions rollout = rollout_;
        rollout.threads = request.threads;
        rollout.stop = request.interrupted;
        rollout.report = asked.context.played;
        auto [outlook, played] = asked.game.forecast(analysis.fen, asked.context.folder, rollout);
        if (outlook) analysis.outlook = std::make_shared<const players::Outlook>(*std::move(outlook));
        if (played) analysis.rollout = std::make_shared<const players::Rollout>(*std::move(played));
        asked.notes = analysis.notes;
        asked.answer(analysis);
        return {};
    }

  private:
    reports::AnalysisRequest request_;
    players::RolloutOptions rollout_;
};

}  // namespace

std::vector<Kind> analyse_kinds() { return {{"analyse", make<Analyse>, true, Scope::Here}}; }

}  // namespace octomate::questions
