#pragma once

#include "games/complete_permutation/rules/position.hpp"
#include "players/search.hpp"
#include "solver/mate.hpp"
#include "solver/stipulation_search.hpp"

// The searches of the game, which searches.cpp compiles once and hard.

namespace octomate::solver {
extern template class MateSearch<complete_permutation::Position>;
extern template class StipulationSearch<complete_permutation::Position>;
}  // namespace octomate::solver
namespace octomate::players {
extern template class Search<complete_permutation::Position>;
}  // namespace octomate::players
