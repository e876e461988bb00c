#pragma once

#include "games/superpermutation/rules/position.hpp"
#include "players/search.hpp"
#include "solver/mate.hpp"
#include "solver/stipulation_search.hpp"

// The searches of the two games, which searches.cpp compiles once and hard.

namespace octomate::solver {
extern template class MateSearch<superpermutation::D8Position>;
extern template class MateSearch<superpermutation::ParentPosition>;
extern template class StipulationSearch<superpermutation::D8Position>;
extern template class StipulationSearch<superpermutation::ParentPosition>;
}  // namespace octomate::solver
namespace octomate::players {
extern template class Search<superpermutation::D8Position>;
extern template class Search<superpermutation::ParentPosition>;
}  // namespace octomate::players
