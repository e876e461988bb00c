#include "games/list.hpp"

#include "games/complete_permutation/games.hpp"
#include "games/super_chess/games.hpp"
#include "games/superpermutation/games.hpp"

namespace octomate::games {

// The list for programs that make puzzles: all games with all their parts.
std::vector<std::shared_ptr<const Game>> games_of_program() {
    const auto complete = [](complete_permutation::Switches switches) -> Parts {
        return {complete_permutation::maker(switches)};
    };
    return {
        superpermutation::d8_game(
            {superpermutation::d8_maker(), superpermutation::d8_origins(), superpermutation::d8_tables()}),
        superpermutation::parent_game({superpermutation::parent_maker(), superpermutation::parent_origins(),
                                       superpermutation::parent_tables()}),
        complete_permutation::game(false, complete),
        complete_permutation::game(true, complete),
        super_chess::game({super_chess::maker()}),
    };
}

}  // namespace octomate::games
