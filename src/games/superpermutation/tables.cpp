#include "tables/tables.hpp"

#include "games/superpermutation/games.hpp"
#include "games/superpermutation/rules/material.hpp"
#include "games/table_values.hpp"
#include "tables/tables_of.hpp"

namespace octomate {

namespace superpermutation {

std::shared_ptr<const tables::Tables> d8_tables() {
    return std::make_shared<tables::TablesOf<D8Position>>(D8Position());
}

std::shared_ptr<const tables::Tables> parent_tables() {
    return std::make_shared<tables::TablesOf<ParentPosition>>(ParentPosition());
}

}  // namespace superpermutation

template players::ExactValues<superpermutation::D8Position> games::table_values(const tables::Tables&,
                                                                                const std::string&);
template players::ExactValues<superpermutation::ParentPosition> games::table_values(const tables::Tables&,
                                                                                    const std::string&);

}  // namespace octomate
