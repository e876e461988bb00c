#include "games/complete_permutation/games.hpp"

// The module of the page makes no puzzles.
namespace octomate::complete_permutation {

std::unique_ptr<const make::Maker> make_maker(Switches) { return nullptr; }

}  // namespace octomate::complete_permutation
