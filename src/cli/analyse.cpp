#include <fmt/core.h>

#include <atomic>

#include "cli/commands.hpp"
#include "cli/shared.hpp"
#include "cli/shelves.hpp"
#include "collect/record.hpp"
#include "console/progress.hpp"
#include "games/list.hpp"
#include "players/outlook.hpp"
#include "players/session.hpp"
#include "reports/json.hpp"
#include "views/text.hpp"

namespace octomate::cli {

namespace {

struct AnalyseOptions {
    std::string fen;
    int moves = 2;
    std::uint64_t hash_mib = 64;
    std::string tables;  ///< a folder
    int roll = 0;        ///< 0: none
    bool exact = false;
    players::RolloutOptions rollout;
};

/// Adds the evaluation by search, and the rollout if requested.
void look_ahead(const AnalyseOptions& options, const CommonOptions& common, const games::Game& game,
                reports::Analysis& analysis) {
    players::RolloutOptions rolled = options.rollout;
    rolled.threads = common.threads;
    rolled.stop = &interrupted;
    if (rolled.games == 0) return add_outlook(game, options.tables, rolled, analysis);
    std::atomic<std::uint64_t> done = 0;
    rolled.report = [&](std::uint64_t games) { done = games; };
    const Progress progress(common, "games", [&] { return HowFar{done, rolled.games}; });
    add_outlook(game, options.tables, rolled, analysis);
}

int analyse(const AnalyseOptions& options, const CommonOptions& common) {
    return collect::with_fen_argument(
        options.fen, common, [&](const auto& game, auto& puzzle, auto& notes, auto& out) -> Status {
            const bool text = common.format == Format::Text;
            reports::AnalysisRequest request;
            request.most_moves = options.moves;
            request.hash_mib = options.hash_mib;
            request.own_hash = true;
            collect::search_as(common, request);
            request.reader = reader_of(common);
            reports::Analysis analysis;
            if (Status done = game.analyse(puzzle, request, analysis); !done) return done;
            analysis.odds = Shelves(options.tables).odds(game, analysis.fen, analysis.notes);
            look_ahead(options, common, game, analysis);
            notes = analysis.notes;
            out = text ? views::analysis_text(analysis, text_style(common, options.exact))
                       : reports::json(analysis) + '\n';
            return {};
        });
}

}  // namespace

void check_rollout(const games::Game& game, const players::RolloutOptions& rollout) {
    const auto& die = game.about().die;
    if (rollout.games > 0 && !die) throw UsageError("--rollout", "without a die all games would be the same");
    if (rollout.face && (*rollout.face < 1 || *rollout.face > (die ? die->faces : 0)))
        throw UsageError("--roll",
                         die ? fmt::format("the die has {} faces", die->faces) : "the game has no die");
}

void add_outlook(const games::Game& game, const std::string& tables, const players::RolloutOptions& rollout,
                 reports::Analysis& analysis) {
    const std::string folder = tables_folder(tables);
    players::OutlookRequest look;
    look.face = rollout.face;
    look.threads = rollout.threads;
    if (auto outlook = game.outlook(analysis.fen, folder, look))
        analysis.outlook = std::make_shared<const players::Outlook>(*std::move(outlook));
    if (rollout.games == 0 || !analysis.outlook) return;
    if (auto played = game.roll_out(analysis.fen, folder, rollout))
        analysis.rollout = std::make_shared<const players::Rollout>(*std::move(played));
}

void add_analyse(CommandLine& line) {
    Arguments command = line.add("analyse");
    const auto options = std::make_shared<AnalyseOptions>();
    command.add_position(options->fen);
    command.add("--moves N", options->moves, {2, 10}, "Look for mates within this many moves (default: 2)");
    command.add("--hash MIB", options->hash_mib, {0, 1 << 20},
                "Size of the transposition table in MiB (default: 64)");
    command.add_flag("--exact", options->exact, "Print chances as fractions, too (text only)");
    add_tables_folder(command, options->tables);
    players::RolloutOptions& rollout = options->rollout;
    const Option roll = command.add("--roll FACE", options->roll, {1, 100}, "The roll (default: all faces)");
    const Option games = command.add("--rollout N", rollout.games, {3, 100'000'000},
                                     "Play this many games from each of the best moves");
    command
        .add("--candidates N", rollout.candidates, {1, 1000},
             "With --rollout: number of moves on each face (default: 3)")
        .needs(games);
    command
        .add("--plies N", rollout.most_plies, {1, 100'000},
             "With --rollout: maximum length of a game (default: 200)")
        .needs(games);
    command
        .add("--depth N", rollout.depth, {1, 4},
             "With --rollout: search depth of both sides in plies (default: 1)")
        .needs(games);
    command.add("--seed S", rollout.seed, {0, 1ULL << 62}, "With --rollout: random seed (default: 1)")
        .needs(games);
    command.check([&common = command.common(), roll, options] {
        if (roll.given()) options->rollout.face = options->roll;
        check_rollout(games::named(common.variant), options->rollout);
    });
    command.run([options](const CommonOptions& common) { return analyse(*options, common); });
}

}  // namespace octomate::cli
