#pragma once

#include <cstddef>
#include <vector>

#include "draw/book.hpp"
#include "draw/canvas.hpp"

namespace octomate::draw {

/// Whether a board is so much broader than high that fewer fit side by side.
bool has_broad_boards(const std::vector<BookPuzzle>& puzzles);

/// How a puzzle stands on a page.
struct CellStyle {
    double size = 8;        ///< of its text; small print is smaller
    bool question = false;  ///< ask in words
    bool fen = true;
    int lines = 1;       ///< to write on
    bool linked = true;  ///< to its solution "s7", and a place "p7" of its own
};

/// Draws a puzzle: the diagram, boxes to tick below the files, room for the answer, and the caption.
void draw_cell(Canvas& canvas, const BookPuzzle& puzzle, std::size_t number, const Box& box,
               const CellStyle& style);

}  // namespace octomate::draw
