#pragma once

#include <string>
#include <string_view>

#include "reports/replay.hpp"

namespace octomate::reports {

/// A game that was replayed as PGN (see write_score.hpp), its moves in full notation. Where its chances are
/// known a move has its sign (`$2` a mistake, `$4` a blunder, `$6` dubious), and behind the die stand White's
/// chance after the move, `[%chance 0.512]`, for whoever made the move what the roll brought and what the
/// move gave away, `[%luck 0.031] [%error 0.204]`, as far as they are not 0, and with a sign the best move in
/// words. They are what `[%eval]` is elsewhere, but chances from 0 to 1 (a draw is a half), not pawns.
/// `default_variant`: of a game that names none.
std::string pgn(const GameScore& game, const Replay& replay, std::string_view default_variant);

}  // namespace octomate::reports
