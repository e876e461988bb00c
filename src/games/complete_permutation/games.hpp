#pragma once

#include "facade/game.hpp"
#include "games/complete_permutation/rules/position.hpp"
#include "make/maker.hpp"

namespace octomate::complete_permutation {

/// Complete Permutation Chess, and the same with turns of two pawns; each with options for the king's swap.
const games::Game& complete_permutation_game();
const games::Game& two_pawns_game();

/// Who makes the puzzles of the game with these switches; the caller keeps him. Null in a
/// program that makes none.
std::unique_ptr<const make::Maker> make_maker(Switches switches);

}  // namespace octomate::complete_permutation
