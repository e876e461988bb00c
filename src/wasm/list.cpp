#include "games/list.hpp"

#include "games/complete_permutation/games.hpp"
#include "games/game.hpp"
#include "games/super_chess/games.hpp"
#include "games/superpermutation/games.hpp"

// The list of the module, which makes no puzzles and has no files.
namespace octomate {

std::vector<std::shared_ptr<const games::Game>> games::games_of_program() {
    const auto complete = [](complete_permutation::Switches) -> Parts { return {}; };
    return {
        superpermutation::d8_game({.pocket_tables = superpermutation::d8_pocket_tables()}),
        superpermutation::parent_game({.pocket_tables = superpermutation::parent_pocket_tables()}),
        complete_permutation::game(false, complete),
        complete_permutation::game(true, complete),
        super_chess::game({}),
    };
}

}  // namespace octomate
