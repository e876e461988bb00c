#include "games/superpermutation/searches.hpp"

namespace octomate::solver {
template class MateSearch<superpermutation::D8Position>;
template class MateSearch<superpermutation::ParentPosition>;
template class StipulationSearch<superpermutation::D8Position>;
template class StipulationSearch<superpermutation::ParentPosition>;
}  // namespace octomate::solver
namespace octomate::players {
template class Search<superpermutation::D8Position>;
template class Search<superpermutation::ParentPosition>;
}  // namespace octomate::players
