#include "draw/book_layout.hpp"

#include <algorithm>

namespace octomate::draw {

namespace {

/// Boards that are much broader than high have two columns, and as many rows as that leaves room for.
Grid grid_of(const Book& book) {
    const bool broad = std::any_of(book.puzzles.begin(), book.puzzles.end(), [](const BookPuzzle& puzzle) {
        return Frame(puzzle.scene).aspect() > 1.5;
    });
    switch (book.per_page) {
        case 6: return {2, 3};
        case 12: return broad ? Grid{2, 5} : Grid{3, 4};
        default: return broad ? Grid{2, 4} : Grid{3, 3};
    }
}

}  // namespace

std::size_t BookLayout::page_of_chapter(std::size_t chapter) const {
    const auto page = std::find_if(puzzles.begin(), puzzles.end(),
                                   [&](const PuzzlePage& one) { return one.chapter == chapter; });
    return first_puzzles + static_cast<std::size_t>(page - puzzles.begin());
}

BookLayout lay_out(const Book& book, const Canvas& canvas) {
    BookLayout layout;
    layout.grid = grid_of(book);
    for (std::size_t n = 0; n < book.chapters.size(); ++n) {
        const Chapter& chapter = book.chapters[n];
        for (std::size_t at = 0; at < chapter.count; at += layout.grid.size())
            layout.puzzles.push_back(
                {n, {chapter.first + at, std::min(layout.grid.size(), chapter.count - at)}});
    }
    layout.solutions = solution_pages(book.puzzles, canvas, canvas.bottom() - margin - heading_height, {});
    layout.first_puzzles = has_rules(book) ? 4 : 3;
    layout.first_solutions = layout.first_puzzles + layout.puzzles.size();
    layout.index = layout.first_solutions + layout.solutions.size();
    return layout;
}

}  // namespace octomate::draw
