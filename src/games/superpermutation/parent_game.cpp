#include "facade/game_of.hpp"
#include "games/superpermutation/described.hpp"
#include "games/superpermutation/games.hpp"
#include "games/superpermutation/painter.hpp"
#include "games/superpermutation/rules/material.hpp"

namespace octomate::superpermutation {

static_assert(Tabled<ParentPosition>);  // else players would not ask the tables

const games::Game& parent_game() {
    static const Painter<ParentPosition> painter(
        std::vector<games::BuiltInScore>{{"superpermutation.txt", "The published game without a die"}});
    static const games::GameOf<ParentPosition> game(
        {ParentPosition::variant(), "Superpermutation Chess", 8, 8, nullptr}, ParentPosition(),
        parent_maker(), &painter, parent_tables(), parent_origins());
    return game;
}

}  // namespace octomate::superpermutation
