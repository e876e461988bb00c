#include "facade/checks_of.hpp"
#include "games/super_chess/games.hpp"

namespace octomate::super_chess {

std::unique_ptr<const games::Checks> checks() {
    return std::make_unique<games::ChecksOf<Position>>(Position());
}

}  // namespace octomate::super_chess
