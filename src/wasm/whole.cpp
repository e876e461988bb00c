#include <vector>

#include "facade/game.hpp"
#include "games/complete_permutation/games.hpp"
#include "games/list.hpp"
#include "games/super_chess/games.hpp"
#include "games/superpermutation/games.hpp"
#include "wasm/module.hpp"

// The module of all games and requests, which the page loads when it first needs it. It has no commands.
namespace octomate {

std::vector<std::shared_ptr<const games::Game>> games::games_of_program() {
    const auto complete = [](complete_permutation::Switches switches) -> Services {
        return {complete_permutation::checks(switches), nullptr};
    };
    return {
        superpermutation::d8_game(
            {superpermutation::d8_checks(), nullptr, superpermutation::d8_pocket_tables()}),
        superpermutation::parent_game(
            {superpermutation::parent_checks(), nullptr, superpermutation::parent_pocket_tables()}),
        complete_permutation::game(false, complete),
        complete_permutation::game(true, complete),
        super_chess::game({super_chess::checks(), nullptr}),
    };
}

// A page knows its games before it asks; other programs ask for them.
std::span<const api::Request> requests_of_module() {
    static const std::vector<api::Request> all = [] {
        std::vector<api::Request> all(api::requests().begin(), api::requests().end());
        all.push_back({"games", &api::Api::games});
        return all;
    }();
    return all;
}

}  // namespace octomate
