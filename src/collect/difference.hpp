#pragma once

#include <string>

#include "json/tree.hpp"

namespace octomate::collect {

/// What two runs differ in, by all that decides what they do: "count was 100 and is 200, seed was 1 and is
/// not given". Empty if they are the same.
std::string difference(const records::Json& then, const records::Json& now);

}  // namespace octomate::collect
