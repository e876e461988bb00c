#include "draw/book_layout.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "draw/book_words.hpp"
#include "draw/page_parts.hpp"

namespace octomate::draw {

namespace {

/// Boards that are much broader than high have two columns, and as many rows as that leaves room for.
Grid grid_of(const Book& book) {
    const bool broad = has_broad_boards(book.puzzles);
    switch (book.per_page) {
        case 4: return {2, 2};
        case 6: return {2, 3};
        case 12: return broad ? Grid{2, 5} : Grid{3, 4};
        default: return broad ? Grid{2, 4} : Grid{3, 3};
    }
}

}  // namespace

bool has_front(const Book& book) { return !book.foreword.empty() || !book.imprint.empty(); }

std::size_t BookLayout::page_of_chapter(std::size_t chapter) const {
    const auto page = std::find_if(puzzles.begin(), puzzles.end(),
                                   [&](const PuzzlePage& one) { return one.chapter == chapter; });
    return first_puzzles + static_cast<std::size_t>(page - puzzles.begin());
}

std::vector<ContentsLine> contents_of(const Book& book, const BookLayout& layout) {
    std::vector<ContentsLine> lines;
    if (has_front(book) && !book.foreword.empty()) lines.push_back({"foreword", "Foreword", "", 2});
    if (has_rules(book)) lines.push_back({"rules", "The rules on one page", "", layout.first_puzzles - 1});
    for (std::size_t n = 0; n < book.chapters.size(); ++n) {
        const Chapter& chapter = book.chapters[n];
        lines.push_back(
            {fmt::format("c{}", n + 1), chapter.heading, detail_of(chapter), layout.page_of_chapter(n)});
    }
    if (!layout.solutions.empty()) lines.push_back({"solutions", "Solutions", "", layout.first_solutions});
    if (has_index(book)) lines.push_back({"index", "Index", "", layout.index});
    return lines;
}

BookLayout lay_out(const Book& book, const Canvas& canvas) {
    BookLayout layout;
    layout.grid = grid_of(book);
    for (std::size_t n = 0; n < book.chapters.size(); ++n) {
        const Chapter& chapter = book.chapters[n];
        const bool opens = !chapter.idea.empty();
        if (opens) layout.puzzles.push_back({n, {chapter.first, 0}});
        for (std::size_t at = opens ? 1 : 0; at < chapter.count; at += layout.grid.size())
            layout.puzzles.push_back(
                {n, {chapter.first + at, std::min(layout.grid.size(), chapter.count - at)}});
    }
    layout.solutions = solution_pages(book.puzzles, canvas, canvas.bottom() - margin, {});
    layout.first_puzzles = 3 + (has_front(book) ? 1 : 0) + (has_rules(book) ? 1 : 0);
    layout.first_solutions = layout.first_puzzles + layout.puzzles.size();
    layout.index = layout.first_solutions + layout.solutions.size();
    return layout;
}

}  // namespace octomate::draw
