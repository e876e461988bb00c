#include "facade/game.hpp"
#include "games/list.hpp"
#include "games/superpermutation/games.hpp"
#include "wasm/module.hpp"

// The module that every visitor loads: the games of the first family, and what the page asks at once.
// src/web/source.ts knows what it lacks.
namespace octomate {

std::vector<std::shared_ptr<const games::Game>> games::games_of_program() {
    return {superpermutation::d8_game({nullptr, nullptr, superpermutation::d8_pocket_tables()}),
            superpermutation::parent_game({nullptr, nullptr, superpermutation::parent_pocket_tables()})};
}

std::span<const api::Request> requests_of_module() { return api::page_requests(); }

}  // namespace octomate
