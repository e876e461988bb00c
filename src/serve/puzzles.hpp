#pragma once

#include <string>
#include <vector>

#include "api/collection.hpp"
#include "console/console.hpp"
#include "core/expected.hpp"

namespace octomate::serve {

/// The puzzles of the page.
struct Puzzles {
    api::Collection collection;
    int code = Success;  ///< BadInput if some records were bad
};

/// Those of the files, or those that are built in if there are none; or the exit code if there are none at
/// all. What is bad in the files is told.
Expected<Puzzles, int> read_puzzles(const std::vector<std::string>& files, const CommonOptions& common);

}  // namespace octomate::serve
