#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "console/console.hpp"
#include "tables/tables.hpp"

namespace octomate::cli {

/// How the guess of a player is held against tables.
struct TableComparison {
    std::string player = "level-8";
    int positions = 1000;  ///< of each material, at random
    std::uint64_t seed = 1;
};

/// Tells how far a player, who does not ask the tables, is off the values of some materials; the exit code.
int compare_tables(const TableComparison& comparison, const std::vector<std::string>& materials,
                   const tables::Tables& tables, tables::Shelf& shelf, const CommonOptions& common);

}  // namespace octomate::cli
