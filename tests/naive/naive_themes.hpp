// What the mates of a position show, recognised a second time: word for word from the definitions that
// `octomate tag --list-themes` prints, on plain letters, so that it can judge the fast recognition. See
// README.md.
#pragma once

#include <set>
#include <string>

#include "naive.hpp"

namespace naive {

// The names of all themes that the position's mates in one show, on any face; none if nothing mates.
std::set<std::string> themes(const Position& position);

}  // namespace naive
