#include "games/superpermutation/games.hpp"
#include "games/superpermutation/rules/material.hpp"
#include "tables/odds_of.hpp"

namespace octomate::superpermutation {

std::unique_ptr<const tables::PocketTables> d8_pocket_tables() {
    return std::make_unique<tables::PocketTablesOf<D8Position>>(D8Position());
}

std::unique_ptr<const tables::PocketTables> parent_pocket_tables() {
    return std::make_unique<tables::PocketTablesOf<ParentPosition>>(ParentPosition());
}

}  // namespace octomate::superpermutation
