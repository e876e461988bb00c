#pragma once

#include "games/game.hpp"

namespace octomate::superpermutation {

/// Superpermutation d8 Chess.
const games::Game& d8_game();

/// Superpermutation Chess, the parent game without a die.
const games::Game& parent_game();

}  // namespace octomate::superpermutation
