#pragma once

#include <string_view>

#include "core/expected.hpp"
#include "core/fault.hpp"
#include "make/game_terms.hpp"

namespace octomate::make {

/// Reads a set of squares: its parts, between commas, are squares ("e4"), rectangles by two corners
/// ("a1-h2"), files ("e-file"), ranks ("4-rank"), and "light", "dark" and "edge" squares; they are added up.
/// BadSquare at the first part that is none, with an empty field.
Expected<Squares, Fault> read_squares(std::string_view text, const GameTerms& game);

}  // namespace octomate::make
