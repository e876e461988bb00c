// The toy games behind the façade, in a program whose list of games has them besides the first of all.
#include "games/superpermutation/games.hpp"

#include "facade/game_of.hpp"
#include "games/list.hpp"
#include "toy/heap.hpp"

namespace octomate {

namespace toy {

template <bool coin>
const games::Game& heap_game(std::string_view title) {
    static const Heap<coin> start(12, Color::White);
    static const games::GameOf<Heap<coin>> game({start.variant(), title, 0, 0, die_of<Heap<coin>>()}, start,
                                                nullptr, nullptr);
    return game;
}

}  // namespace toy

// Stands in the place of games/list.cpp.
const std::vector<const games::Game*>& games::all() {
    static const std::vector<const Game*> games = {
        &superpermutation::d8_game(),
        &toy::heap_game<true>("A heap and a bent coin"),
        &toy::heap_game<false>("A heap"),
    };
    return games;
}

}  // namespace octomate
