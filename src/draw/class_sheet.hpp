#pragma once

#include <string>
#include <vector>

#include "draw/book.hpp"

namespace octomate::draw {

/// Puzzles for a class.
struct ClassSheet {
    std::string title;
    std::vector<BookPuzzle> puzzles;
};

/// How many puzzles a sheet can hold.
inline constexpr int most_on_a_sheet = 12;

/// Takes in all scenes of a sheet.
SharedDrawings shared_drawings(const ClassSheet& sheet);

/// A page of puzzles with room for a name and for the answers, and the answers on its back; in small print,
/// and at worst on a further page, where they are long.
std::vector<Leaf> sheet_pages(const ClassSheet& sheet, const PageSize& size);

}  // namespace octomate::draw
