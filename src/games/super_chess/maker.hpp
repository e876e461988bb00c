#pragma once

#include "make/maker.hpp"

namespace octomate::super_chess {

/// Generates and tags; there is no composing to a spec. Null in a program that makes no puzzles.
const make::Maker* maker();

}  // namespace octomate::super_chess
