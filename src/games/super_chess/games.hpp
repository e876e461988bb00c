#pragma once

#include "facade/game.hpp"
#include "make/maker.hpp"

namespace octomate::super_chess {

/// Super Chess: stacks and time travel.
const games::Game& super_chess_game();

/// Generates and tags; there is no composing to a spec. Null in a program that makes no puzzles.
const make::Maker* maker();

}  // namespace octomate::super_chess
