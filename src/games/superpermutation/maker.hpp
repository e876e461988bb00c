#pragma once

#include "make/maker.hpp"

namespace octomate::superpermutation {

/// Who makes the puzzles of the game with the die, and of its parent without one; null in a program that
/// makes none.
const make::Maker* d8_maker();
const make::Maker* parent_maker();

}  // namespace octomate::superpermutation
