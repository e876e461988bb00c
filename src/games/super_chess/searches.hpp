#pragma once

#include "games/super_chess/rules/position.hpp"
#include "players/search.hpp"
#include "solver/mate.hpp"
#include "solver/stipulation_search.hpp"

// The searches of the game, which searches.cpp compiles once and hard.

namespace octomate::solver {
extern template class MateSearch<super_chess::Position>;
extern template class StipulationSearch<super_chess::Position>;
}  // namespace octomate::solver
namespace octomate::players {
extern template class Search<super_chess::Position>;
}  // namespace octomate::players
