// The toy games behind the façade, in a program whose list of games has them besides the first of all.
#include "games/superpermutation/games.hpp"

#include "facade/checks_of.hpp"
#include "facade/commands_of.hpp"
#include "facade/game_of.hpp"
#include "games/list.hpp"
#include "players/session_of.hpp"
#include "toy/heap.hpp"

namespace octomate {

namespace toy {

template <bool coin>
std::unique_ptr<const games::Game> heap_game(std::string_view title) {
    const Heap<coin> start(12, Color::White);
    return std::make_unique<games::GameOf<Heap<coin>>>(
        games::About{start.variant(), title, 0, 0, die_of<Heap<coin>>()}, start, nullptr,
        games::Services{std::make_unique<games::ChecksOf<Heap<coin>>>(start),
                        std::make_unique<games::CommandsOf<Heap<coin>>>(start)});
}

}  // namespace toy

// Stands in the place of games/list.cpp.
std::vector<std::shared_ptr<const games::Game>> games::games_of_program() {
    return {
        superpermutation::d8_game({superpermutation::d8_checks(), superpermutation::d8_commands()}),
        toy::heap_game<true>("A heap and a bent coin"),
        toy::heap_game<false>("A heap"),
    };
}

}  // namespace octomate
