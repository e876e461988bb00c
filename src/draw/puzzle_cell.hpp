#pragma once

#include <cstddef>

#include "draw/book.hpp"
#include "draw/canvas.hpp"

namespace octomate::draw {

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
