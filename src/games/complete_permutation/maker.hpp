#pragma once

#include "games/complete_permutation/position.hpp"
#include "make/maker.hpp"

namespace octomate::complete_permutation {

/// Who makes the puzzles of the game with these switches; the caller keeps him. Null in a
/// program that makes none.
std::unique_ptr<const make::Maker> make_maker(Switches switches);

}  // namespace octomate::complete_permutation
