#include "facade/checks_of.hpp"
#include "games/superpermutation/games.hpp"

namespace octomate::superpermutation {

std::unique_ptr<const games::Checks> d8_checks() {
    return std::make_unique<games::ChecksOf<D8Position>>(D8Position());
}

std::unique_ptr<const games::Checks> parent_checks() {
    return std::make_unique<games::ChecksOf<ParentPosition>>(ParentPosition());
}

}  // namespace octomate::superpermutation
