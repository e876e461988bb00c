#include "questions/analyse.hpp"

#include <fmt/core.h>

#include "reports/json.hpp"

namespace octomate::questions {

Analyse::Analyse() {
    request_.own_hash = true;
    options.whole("moves", request_.most_moves, 2, 10, "Look for mates within this many moves (default: 2)");
    options
        .whole("hash", request_.hash_mib, 0, 1 << 20, "Size of the transposition table in MiB (default: 64)")
        .at_command_line("--hash MIB")
        .in_python("hash_mib");
    options.tables(tables);
    options.whole("roll", rollout.face, 1, 100, "The roll (default: all faces)")
        .at_command_line("--roll FACE");
    options.whole("rollout", rollout.games, 3, 100'000'000,
                  "Play this many games from each of the best moves");
    options.whole("candidates", rollout.candidates, 1, 1000,
                  "With --rollout: number of moves on each face (default: 3)");
    options.whole("plies", rollout.most_plies, 1, 100'000,
                  "With --rollout: maximum length of a game (default: 200)");
    options.whole("depth", rollout.depth, 1, 4,
                  "With --rollout: search depth of both sides in plies (default: 1)");
    options.whole("seed", rollout.seed, 0, 1ULL << 62, "With --rollout: random seed (default: 1)")
        .at_command_line("--seed S");
}

Status Analyse::check(const games::Game& game) const {
    const auto wrong = [](const char* option, std::string why) {
        return Unexpected{Faults{{FaultCode::WrongType, option, 0, std::move(why)}}};
    };
    const Die* die = game.about().die;
    if (rollout.games > 0 && !die) return wrong("rollout", "without a die all games would be the same");
    if (rollout.face && (*rollout.face < 1 || *rollout.face > (die ? die->faces : 0)))
        return wrong("roll", die ? fmt::format("the die has {} faces", die->faces) : "the game has no die");
    return {};
}

Status Analyse::run(Asked& asked) const {
    reports::AnalysisRequest request = request_;
    asked.prepare(request);
    request.reader = asked.reader();
    reports::Analysis analysis;
    if (Status done = asked.game.analyse(asked.puzzle, request, analysis); !done) return done;
    asked.add_odds(analysis);
    players::RolloutOptions rolled = rollout;
    rolled.threads = request.threads;
    rolled.stop = request.interrupted;
    players::OutlookRequest look;
    look.face = rolled.face;
    look.threads = rolled.threads;
    const std::string& folder = asked.context.folder;
    if (auto outlook = asked.game.outlook(analysis.fen, folder, look))
        analysis.outlook = std::make_shared<const players::Outlook>(*std::move(outlook));
    if (rolled.games > 0 && analysis.outlook)
        if (auto played = asked.game.roll_out(analysis.fen, folder, rolled))
            analysis.rollout = std::make_shared<const players::Rollout>(*std::move(played));
    asked.notes = analysis.notes;
    if (!asked.wrote_text(&analysis)) asked.output.data += reports::json(analysis) + '\n';
    return {};
}

}  // namespace octomate::questions
