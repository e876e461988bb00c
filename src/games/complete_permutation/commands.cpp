#include "facade/commands_of.hpp"
#include "games/complete_permutation/composing.hpp"
#include "games/complete_permutation/games.hpp"
#include "make/maker_of.hpp"

namespace octomate::complete_permutation {

std::unique_ptr<const games::Commands> commands(Switches switches) {
    const Position start(switches);
    return std::make_unique<games::CommandsOf<Position>>(start,
                                                         std::make_unique<make::MakerOf<Position>>(start));
}

}  // namespace octomate::complete_permutation
