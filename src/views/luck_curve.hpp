#pragma once

#include <cstddef>

#include "draw/game_curve.hpp"
#include "reports/replay.hpp"

namespace octomate::views {

/// The curve of a game whose chances are known; `number` names it if its tags name nobody.
draw::GameCurve luck_curve(const reports::GameScore& game, const reports::Replay& replay, std::size_t number);

}  // namespace octomate::views
