#include "games/complete_permutation/searches.hpp"

namespace octomate::solver {
template class MateSearch<complete_permutation::Position>;
template class StipulationSearch<complete_permutation::Position>;
}  // namespace octomate::solver
namespace octomate::players {
template class Search<complete_permutation::Position>;
}  // namespace octomate::players
