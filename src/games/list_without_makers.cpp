#include "games/complete_permutation/games.hpp"
#include "games/game.hpp"
#include "games/list.hpp"
#include "games/super_chess/games.hpp"
#include "games/superpermutation/games.hpp"

namespace octomate::games {

// The list for `octomate`, which makes no puzzles: all games, without their makers.
std::vector<std::shared_ptr<const Game>> games_of_program() {
    const auto complete = [](complete_permutation::Switches) -> Parts { return {}; };
    return {
        superpermutation::d8_game({nullptr, superpermutation::d8_origins(), superpermutation::d8_tables()}),
        superpermutation::parent_game(
            {nullptr, superpermutation::parent_origins(), superpermutation::parent_tables()}),
        complete_permutation::game(false, complete),
        complete_permutation::game(true, complete),
        super_chess::game({}),
    };
}

}  // namespace octomate::games
