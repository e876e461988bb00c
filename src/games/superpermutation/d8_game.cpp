#include "facade/game_of.hpp"
#include "games/superpermutation/described.hpp"
#include "games/superpermutation/games.hpp"
#include "games/superpermutation/painter.hpp"
#include "games/superpermutation/rules/material.hpp"

namespace octomate::superpermutation {

static_assert(Tabled<D8Position>);  // else players would not ask the tables

const games::Game& d8_game() {
    static const Painter<D8Position> painter(std::vector<games::BuiltInScore>{
        {"superpermutation-d8.txt", "The published d8 game, with its one slip"}});
    static const games::GameOf<D8Position> game(
        {D8Position::variant(), "Superpermutation d8 Chess", 8, 8, &D8Position::die()}, D8Position(),
        d8_maker(), &painter, d8_tables(), d8_origins());
    return game;
}

}  // namespace octomate::superpermutation
