#include "facade/commands_of.hpp"
#include "games/superpermutation/games.hpp"
#include "games/superpermutation/rules/material.hpp"
#include "games/superpermutation/themes.hpp"

namespace octomate::superpermutation {

static_assert(Tabled<D8Position> && Tabled<ParentPosition>);  // else players would not ask the tables

std::unique_ptr<const games::Commands> d8_commands() {
    return std::make_unique<games::CommandsOf<D8Position>>(D8Position(), d8_maker(), d8_tables(),
                                                           d8_origins());
}

std::unique_ptr<const games::Commands> parent_commands() {
    return std::make_unique<games::CommandsOf<ParentPosition>>(ParentPosition(), parent_maker(),
                                                               parent_tables(), parent_origins());
}

}  // namespace octomate::superpermutation
