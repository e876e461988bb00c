#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "collect/record.hpp"
#include "console/console.hpp"
#include "facade/game.hpp"
#include "puzzle/puzzle.hpp"

namespace octomate::collect {

/// A good record of a file, with its game.
struct Entry {
    const games::Game* game = nullptr;
    records::Puzzle puzzle;  ///< `fen` is normalised
    std::string file;
    std::size_t line = 1;
};

/// Reads all records of some files, in their order; `ran` becomes what came of it. Bad ones are told and
/// passed over.
std::vector<Entry> read_entries(const std::vector<std::string>& files, const CommonOptions& common, Ran& ran);

/// "article-1", or "line 7" for a record that has no id.
std::string label_of(const Entry& entry);

}  // namespace octomate::collect
