#include "facade/commands_of.hpp"
#include "games/super_chess/games.hpp"
#include "make/maker_of.hpp"

namespace octomate::super_chess {

std::unique_ptr<const games::Commands> commands() {
    return std::make_unique<games::CommandsOf<Position>>(
        Position(), std::make_unique<make::MakerOf<Position>>(Position()));
}

}  // namespace octomate::super_chess
