#include "games/complete_permutation/composing.hpp"
#include "games/complete_permutation/games.hpp"
#include "make/maker_of.hpp"

namespace octomate::complete_permutation {

std::unique_ptr<const make::Maker> maker(Switches switches) {
    return std::make_unique<make::MakerOf<Position>>(Position(switches));
}

}  // namespace octomate::complete_permutation
