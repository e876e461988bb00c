#pragma once

#include "facade/game.hpp"
#include "make/maker.hpp"

namespace octomate::superpermutation {

/// Superpermutation d8 Chess.
const games::Game& d8_game();

/// Superpermutation Chess, the parent game without a die.
const games::Game& parent_game();

/// Who makes the puzzles of the game with the die, and of its parent without one; null in a program that
/// makes none.
const make::Maker* d8_maker();
const make::Maker* parent_maker();

/// Their endgame tables; null in a program that has none.
const tables::Tables* d8_tables();
const tables::Tables* parent_tables();

/// What tells how their positions can have arisen; null in a program that does not.
const games::Origins* d8_origins();
const games::Origins* parent_origins();

}  // namespace octomate::superpermutation
