#include "games/list.hpp"

#include "games/complete_permutation/games.hpp"
#include "games/super_chess/games.hpp"
#include "games/superpermutation/games.hpp"

namespace octomate::games {

// The only list of games: a line each.
const std::vector<const Game*>& all() {
    static const std::vector<const Game*> games = {
        &superpermutation::d8_game(),
        &superpermutation::parent_game(),
        &complete_permutation::complete_permutation_game(),
        &complete_permutation::two_pawns_game(),
        &super_chess::super_chess_game(),
    };
    return games;
}

}  // namespace octomate::games
