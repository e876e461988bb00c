// Defines the list of games of `octomate_toy`: the d8 game and the two toy games. Linked instead of
// games/list.cpp.
#include "games/superpermutation/games.hpp"

#include "games/game_of.hpp"
#include "games/list.hpp"
#include "toy/heap.hpp"

namespace octomate {

namespace toy {

template <bool coin>
std::unique_ptr<const games::Game> heap_game(std::string_view title) {
    const Heap<coin> start(12, Color::White);
    return std::make_unique<games::GameOf<Heap<coin>>>(
        games::About{start.variant(), title, 0, 0, die_of<Heap<coin>>()}, start);
}

}  // namespace toy

std::vector<std::shared_ptr<const games::Game>> games::games_of_program() {
    return {
        superpermutation::d8_game(
            {superpermutation::d8_maker(), superpermutation::d8_origins(), superpermutation::d8_tables()}),
        toy::heap_game<true>("A heap and a bent coin"),
        toy::heap_game<false>("A heap"),
    };
}

}  // namespace octomate
