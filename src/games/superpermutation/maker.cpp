#include "games/superpermutation/composing.hpp"
#include "games/superpermutation/games.hpp"
#include "games/superpermutation/themes.hpp"
#include "make/maker_of.hpp"

namespace octomate::superpermutation {

std::unique_ptr<const make::Maker> d8_maker() {
    return std::make_unique<make::MakerOf<D8Position>>(D8Position());
}

std::unique_ptr<const make::Maker> parent_maker() {
    return std::make_unique<make::MakerOf<ParentPosition>>(ParentPosition());
}

}  // namespace octomate::superpermutation
