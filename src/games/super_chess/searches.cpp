#include "games/super_chess/searches.hpp"

namespace octomate::solver {
template class MateSearch<super_chess::Position>;
template class StipulationSearch<super_chess::Position>;
}  // namespace octomate::solver
namespace octomate::players {
template class Search<super_chess::Position>;
}  // namespace octomate::players
