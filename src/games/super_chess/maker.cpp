#include "games/super_chess/games.hpp"
#include "make/maker_of.hpp"

namespace octomate::super_chess {

std::unique_ptr<const make::Maker> maker() { return std::make_unique<make::MakerOf<Position>>(Position()); }

}  // namespace octomate::super_chess
