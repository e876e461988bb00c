#include "games/list.hpp"

#include "facade/game.hpp"
#include "games/complete_permutation/games.hpp"
#include "games/super_chess/games.hpp"
#include "games/superpermutation/games.hpp"

namespace octomate::games {

// The list of the whole program: a line for each game.
std::vector<std::shared_ptr<const Game>> games_of_program() {
    const auto complete = [](complete_permutation::Switches switches) -> Services {
        return {complete_permutation::checks(switches), complete_permutation::commands(switches)};
    };
    return {
        superpermutation::d8_game({superpermutation::d8_checks(), superpermutation::d8_commands()}),
        superpermutation::parent_game(
            {superpermutation::parent_checks(), superpermutation::parent_commands()}),
        complete_permutation::game(false, complete),
        complete_permutation::game(true, complete),
        super_chess::game({super_chess::checks(), super_chess::commands()}),
    };
}

}  // namespace octomate::games
