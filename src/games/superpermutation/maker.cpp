#include "games/superpermutation/composing.hpp"
#include "games/superpermutation/games.hpp"
#include "games/superpermutation/scores.hpp"
#include "make/maker_of.hpp"

namespace octomate::superpermutation {

const make::Maker* d8_maker() {
    static const make::MakerOf<D8Position> maker((D8Position()));
    return &maker;
}

const make::Maker* parent_maker() {
    static const make::MakerOf<ParentPosition> maker((ParentPosition()));
    return &maker;
}

}  // namespace octomate::superpermutation
