#pragma once

#include "json/tree.hpp"
#include "players/outlook.hpp"

namespace octomate::reports {

/// `{"depths": [1, 3], "chance", "shallow", "faces": [{"face", "file", "free", "chance", "shallow",
/// "moves": [{"move", "uci", "chance", "shallow", "loses"}]}]}`: chances to win for the side to move, a draw
/// being half of one; `loses`: how much worse than the best.
records::Json outlook_json(const players::Outlook& outlook);

/// `{"games", "seed", "candidates", "plies", "chance", "error", "plain", "plain_error", "faces": [{"face",
/// "file", "free", "chance", "error", "moves": [{"move", "uci", "guess", "chance", "error", "plain",
/// "plain_error", "behind", "behind_error", "won", "drawn", "lost", "known", "cut_off"}]}]}`.
records::Json rollout_json(const players::Rollout& rollout);

}  // namespace octomate::reports
