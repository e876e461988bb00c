#include "games/complete_permutation/composing.hpp"
#include "games/complete_permutation/games.hpp"
#include "games/complete_permutation/themes.hpp"
#include "make/maker_of.hpp"

namespace octomate::complete_permutation {

std::unique_ptr<const make::Maker> make_maker(Switches switches) {
    return std::make_unique<make::MakerOf<Position>>(Position(switches));
}

}  // namespace octomate::complete_permutation
