#pragma once

#include "games/game.hpp"

namespace octomate::super_chess {

/// Super Chess: stacks and time travel.
const games::Game& super_chess_game();

}  // namespace octomate::super_chess
