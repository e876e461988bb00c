#include "facade/checks_of.hpp"
#include "games/complete_permutation/games.hpp"

namespace octomate::complete_permutation {

std::unique_ptr<const games::Checks> checks(Switches switches) {
    return std::make_unique<games::ChecksOf<Position>>(Position(switches));
}

}  // namespace octomate::complete_permutation
