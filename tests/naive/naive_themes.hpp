// A second recognition of themes, written word for word from the definitions that `octomate tag
// --list-themes` prints, to check the fast one. See README.md.
#pragma once

#include <set>
#include <string>

#include "naive.hpp"

namespace naive {

// Returns the names of all themes that the mates in one show on any face; empty if there are no mates.
std::set<std::string> themes(const Position& position);

}  // namespace naive
