#pragma once

#include "games/game.hpp"

namespace octomate::complete_permutation {

/// Complete Permutation Chess, and the same with turns of two pawns; each with options for the king's swap.
const games::Game& complete_permutation_game();
const games::Game& two_pawns_game();

}  // namespace octomate::complete_permutation
