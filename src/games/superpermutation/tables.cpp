#include "games/superpermutation/games.hpp"
#include "games/superpermutation/rules/material.hpp"
#include "tables/tables_of.hpp"

namespace octomate::superpermutation {

std::unique_ptr<const tables::Tables> d8_tables() {
    return std::make_unique<tables::TablesOf<D8Position>>(D8Position());
}

std::unique_ptr<const tables::Tables> parent_tables() {
    return std::make_unique<tables::TablesOf<ParentPosition>>(ParentPosition());
}

}  // namespace octomate::superpermutation
