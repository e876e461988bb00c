#include <string>

#include "games/list.hpp"
#include "questions/question.hpp"

namespace octomate::questions {

namespace {

/// Returns the default search depth in plies. It is smaller for a front end that answers with a `single`
/// value, which has less time, and greater without a die, where another ply is cheap unless the board is
/// large.
int default_depth(const games::About& game, bool single) {
    if (single) return game.die ? 2 : 3;
    return game.die || game.files * game.ranks > 64 ? 3 : 5;
}

}  // namespace

ReplayQuestion::ReplayQuestion(bool analyse) : analyse_(analyse) {
    options.flag("analyse", analyse_, "Separate luck from skill");
    options.whole("depth", depth_, 1, 6,
                  "Search depth of each move in plies (default: 3, or 5 in games without a die on the usual "
                  "board; in a page and over HTTP 2, or 3 without a die)");
    options.tables(tables);
}

std::optional<reports::Replay> ReplayQuestion::run(const records::GameScore& score,
                                                   const std::string& variant, const Context& context) const {
    reports::Replay replay = games::replay(score, variant, context.report_limits);
    if (!replay.complete) return std::nullopt;
    const games::Game* const game = games::find(score.variant().value_or(variant));
    if (!game || !replay.refusal.empty()) return replay;
    const std::string start = score.fen().value_or(game->start());
    const auto odds = [&](const std::string& fen) {
        const bool ends = (context.stop && *context.stop) || context.report_limits.is_over(0);
        return ends || !context.tables ? nullptr : context.tables(*game, fen, replay.notes);
    };
    if (analyse_ || !context.single) games::add_odds(odds, start, replay);
    if (!analyse_) return replay;
    if (!has_evaluation(*game)) {
        if (context.on_unsupported) context.on_unsupported(*game);
        return replay;
    }
    games::ChancesRequest request;
    request.depth = depth_.value_or(default_depth(game->about(), context.single));
    request.threads = context.threads;
    request.stop = context.stop;
    request.deadline = context.report_limits.until;
    if (const auto end = odds(replay.fen)) request.final_value = end->bounds.middle();
    if (context.on_position_judged) request.on_searched = context.on_position_judged;
    if (!add_chances(*game, start, request, replay)) return std::nullopt;
    return replay;
}

}  // namespace octomate::questions
