#pragma once

#include <string>
#include <vector>

#include "make/plain_spec.hpp"

namespace octomate::make {

/// Men by their numbers, never falling.
using MenChoice = std::vector<int>;

/// All choices of the men that a spec neither fixes nor calls royal, of so many men on the board at most, as
/// its numbers allow.
std::vector<MenChoice> choices_of_men(const PlainSpec& spec, int most);

/// What a walk through all of these covers, for people.
std::string universe_of(const PlainSpec& spec, int most);

}  // namespace octomate::make
