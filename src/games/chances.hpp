#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "games/game.hpp"
#include "tables/odds.hpp"

namespace octomate::games {

/// Whether the chances of a game's positions can be worked out.
bool knows_chances(const Game& game);

/// What the endgame tables say of a position; null if none covers it.
using AskOdds = std::function<std::shared_ptr<const tables::Odds>(const std::string& fen)>;

/// Adds to each ply of a replayed game, which began at a position, what the tables say, where they cover it.
void add_odds(const AskOdds& ask, std::string start, reports::Replay& replay);

/// How the chances of a game's plies are looked for.
struct ChancesRequest {
    /// Plies that are searched, the move itself included: the result depends on nothing else.
    int depth = 3;
    int threads = 1;
    /// What endgame tables say of the last position: the chance of the side to move to win less that to
    /// lose. Of the others they have said it in the plies' `odds`.
    std::optional<double> end{};
    const std::atomic<bool>* stop = nullptr;
    std::chrono::steady_clock::time_point deadline = std::chrono::steady_clock::time_point::max();
    std::function<void()> count = [] {};  ///< hears of each position that was searched, from any thread
};

/// Works out what the dice and the moves of a replayed game, which began at a position, did to the chances,
/// and adds them up. Where there are no tables the game is searched, on several threads. False if it was
/// stopped, or not ready in time: then nothing is added. Only for a game whose chances are known.
bool add_chances(const Game& game, const std::string& start, const ChancesRequest& request,
                 reports::Replay& replay);

}  // namespace octomate::games
