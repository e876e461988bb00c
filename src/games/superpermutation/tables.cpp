#include "games/superpermutation/games.hpp"
#include "games/superpermutation/rules/material.hpp"
#include "games/superpermutation/rules/position.hpp"
#include "tables/tables_of.hpp"

namespace octomate::superpermutation {

const tables::Tables* d8_tables() {
    static const tables::TablesOf<D8Position> tables{D8Position()};
    return &tables;
}

const tables::Tables* parent_tables() {
    static const tables::TablesOf<ParentPosition> tables{ParentPosition()};
    return &tables;
}

}  // namespace octomate::superpermutation
