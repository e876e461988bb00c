#include "games/super_chess/games.hpp"

// The module of the page makes no puzzles.
namespace octomate::super_chess {

const make::Maker* maker() { return nullptr; }

}  // namespace octomate::super_chess
