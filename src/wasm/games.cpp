#include "games/complete_permutation/games.hpp"

#include "facade/game.hpp"
#include "games/list.hpp"
#include "games/super_chess/games.hpp"
#include "games/superpermutation/games.hpp"

namespace octomate::games {

// The list of the module, which has no commands: a line for each game.
std::vector<std::shared_ptr<const Game>> games_of_program() {
    return {
        superpermutation::d8_game(nullptr),
        superpermutation::parent_game(nullptr),
        complete_permutation::game(false, nullptr),
        complete_permutation::game(true, nullptr),
        super_chess::game(nullptr),
    };
}

}  // namespace octomate::games
