#include "games/super_chess/games.hpp"
#include "games/super_chess/themes.hpp"
#include "make/maker_of.hpp"

namespace octomate::super_chess {

const make::Maker* maker() {
    static const make::MakerOf<Position> maker{Position()};
    return &maker;
}

}  // namespace octomate::super_chess
