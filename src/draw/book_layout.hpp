#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "draw/book.hpp"
#include "draw/canvas.hpp"
#include "draw/page_parts.hpp"

/// Which puzzle stands on which page: the same in the PDF and in the HTML that is printed.
namespace octomate::draw {

/// How a page of puzzles is divided.
struct Grid {
    int columns = 3, rows = 3;

    std::size_t size() const { return static_cast<std::size_t>(columns * rows); }
};

/// A page of puzzles, all of one chapter; `puzzles.count` is 0 for the page that explains its idea.
struct PuzzlePage {
    std::size_t chapter = 0;
    Range puzzles;
};

/// Whether there is a page with the foreword and the imprint.
bool has_front(const Book& book);

/// Pages are numbered from 1: the cover, the foreword and the imprint if there are any, the contents, the
/// rules if there are any, puzzles, solutions, index.
struct BookLayout {
    Grid grid;
    std::vector<PuzzlePage> puzzles;
    std::vector<SolutionPage> solutions;
    std::size_t first_puzzles = 3, first_solutions = 3, index = 3;

    /// The page on which a chapter begins.
    std::size_t page_of_chapter(std::size_t chapter) const;
};

/// A line of the table of contents.
struct ContentsLine {
    std::string to;  ///< the place: "c1"
    std::string name;
    std::string detail;
    std::size_t page = 0;
};

/// The parts of the book in their order.
std::vector<ContentsLine> contents_of(const Book& book, const BookLayout& layout);

/// The size of the canvas is that of the pages.
BookLayout lay_out(const Book& book, const Canvas& canvas);

}  // namespace octomate::draw
