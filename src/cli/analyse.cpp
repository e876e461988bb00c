#include <fmt/core.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <utility>

#include "cli/arguments.hpp"
#include "cli/commands.hpp"
#include "cli/shelves.hpp"
#include "cli/text_style.hpp"
#include "collect/record.hpp"
#include "console/progress.hpp"
#include "games/list.hpp"
#include "players/outlook.hpp"
#include "players/session.hpp"
#include "reports/json.hpp"
#include "views/analysis_text.hpp"

namespace octomate::cli {

namespace {

constexpr const char* analyse_examples =
    "  octomate analyse '6k1/8/8/4p3/4q3/4bP2/3P4/2BK4 b'\n"
    "  octomate analyse --moves 3 '7k/8/8/8/8/8/5RQ1/4K3 w'\n"
    "  octomate analyse --rollout 1000 --roll 5 '7k/8/8/8/8/8/5RQ1/4K3 w'\n\n"
    "One page on a position: for each face the moves, whether they are free, the mates, how likely\n"
    "mate within two moves is, and the best move; then the rolls with which the opponent would mate\n"
    "if it were their turn. Where an endgame table covers the position (octomate tables), it says what\n"
    "the position, each roll and each move are worth.\n"
    "In games with a guess of who wins it says whom that prefers, looked at to two depths: for each face "
    "the\n"
    "best moves and what the others lose, in per cent of the point, a draw being half of one.\n"
    "--rollout N plays N games on from each of the best moves and tells the mean with its standard error.\n"
    "Both sides make the best move that they see --depth plies ahead: 1 is quick; 2 plays better, leaves a\n"
    "smaller error and takes far longer. From each game the luck of its dice is taken off: what each roll\n"
    "was worth beyond the mean of all rolls. That has the mean zero, whatever the guess is worth, and "
    "leaves\n"
    "a smaller error; the plain results are told beside it. All moves get the same dice.\n"
    "A game ends early where an endgame table covers it, and after --plies by the guess. The same for a\n"
    "--seed whatever the threads; Ctrl-C tells what is known so far.";

struct AnalyseOptions {
    std::string fen;
    int moves = 2;
    std::uint64_t hash_mib = 64;
    std::string tables;  ///< a folder
    int roll = 0;        ///< the face that was rolled; 0: none
    players::RolloutOptions rollout;
};

/// Who will win: what the search thinks, and what games say.
void look_ahead(const AnalyseOptions& options, const CommonOptions& common, const games::Game& game,
                reports::Analysis& analysis) {
    const auto session = game.session_with(tables_folder(options.tables));
    if (!session->set(analysis.fen)) return;
    players::OutlookRequest look;
    if (options.roll > 0) look.face = options.roll;
    if (auto outlook = session->outlook(look))
        analysis.outlook = std::make_shared<const players::Outlook>(*std::move(outlook));
    if (options.rollout.games == 0 || !analysis.outlook) return;
    players::RolloutOptions rolled = options.rollout;
    rolled.face = look.face;
    rolled.threads = common.threads;
    rolled.stop = &interrupted;
    std::atomic<std::uint64_t> done = 0;
    rolled.tell = [&](std::uint64_t games) { done = games; };
    const Progress progress(common, "games", [&] {
        HowFar far;
        far.done = done;
        far.total = rolled.games;
        return far;
    });
    if (auto rollout = session->roll_out(rolled))
        analysis.rollout = std::make_shared<const players::Rollout>(*std::move(rollout));
}

int analyse(const AnalyseOptions& options, const CommonOptions& common) {
    return collect::with_fen_argument(
        options.fen, common, [&](const auto& game, auto& puzzle, auto& notes, auto& out) {
            const bool text = common.format == Format::Text;
            reports::AnalysisRequest request;
            request.most_moves = options.moves;
            request.hash_mib = options.hash_mib;
            request.own_hash = true;
            collect::search_as(common, request);
            request.reader = text ? reports::Reader::Person : reports::Reader::Program;
            reports::Analysis analysis;
            Faults faults = game.analyse(puzzle, request, analysis);
            if (!faults.empty()) return faults;
            analysis.odds = Shelves(options.tables).odds(game, analysis.fen, analysis.notes);
            look_ahead(options, common, game, analysis);
            notes = analysis.notes;
            out = text ? views::analysis_text(analysis, text_style(common)) : reports::json(analysis) + '\n';
            return faults;
        });
}

}  // namespace

void add_analyse(CommandLine& line) {
    Arguments command =
        line.add("analyse", "One page on a position: moves, mates, chances, threats", analyse_examples);
    const auto options = std::make_shared<AnalyseOptions>();
    command.add("FEN", options->fen, "The position, in quotes").required();
    command.add("--moves", options->moves, {2, 10}, "How far to look: 2 (default) or more").named("N");
    command.add("--hash", options->hash_mib, {0, 1 << 20}, "Memory for transpositions, in MiB (default: 64)")
        .named("MIB");
    add_tables_folder(command, options->tables);
    players::RolloutOptions& rollout = options->rollout;
    const Option roll =
        command.add("--roll", options->roll, {1, 100}, "The face that was rolled (default: all)")
            .named("FACE");
    const Option games = command
                             .add("--rollout", rollout.games, {3, 100'000'000},
                                  "Play so many games on from each of the best moves")
                             .named("N");
    command
        .add("--candidates", rollout.candidates, {1, 1000}, "With --rollout: moves of each face (default: 3)")
        .named("N")
        .needs(games);
    command
        .add("--plies", rollout.most_plies, {1, 100'000}, "With --rollout: the longest game (default: 200)")
        .named("N")
        .needs(games);
    command
        .add("--depth", rollout.depth, {1, 4},
             "With --rollout: how many plies both sides look ahead (default: 1)")
        .named("N")
        .needs(games);
    command.add("--seed", rollout.seed, {0, 1ULL << 62}, "With --rollout: of the dice (default: 1)")
        .named("S")
        .needs(games);
    command.check([&common = command.common(), games, roll, options] {
        const games::About& about = games::named(common.variant).about();
        if (games.given() && !about.die)
            throw UsageError("--rollout", "without a die the same game would be played again and again");
        if (roll.given() && options->roll > (about.die ? about.die->faces : 0))
            throw UsageError("--roll", about.die ? fmt::format("the die has {} faces", about.die->faces)
                                                 : "the game has no die");
    });
    command.run([options](const CommonOptions& common) { return analyse(*options, common); });
}

}  // namespace octomate::cli
