#include "draw/solution_entry.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "draw/book_words.hpp"
#include "text/words.hpp"

namespace octomate::draw {

namespace {

constexpr double entry_gap = 6;  // below an entry
constexpr double column_gap = 22;
constexpr double end_gap = 4;  // between the positions
constexpr std::size_t in_a_row = 3;

}  // namespace

SolutionEntry::SolutionEntry(const BookPuzzle& puzzle, std::size_t number, double width,
                             const SolutionStyle& style)
    : puzzle_(puzzle), number_(number), width_(width), style_(style), ends_(ends_of(puzzle)) {
    add(fmt::format("{}. {}", number_, puzzle_.title), {.size = style_.size, .bold = true}, 1);
    add_play();
    add(puzzle_.comment, {.size = style_.size * 0.95}, 10);
    add(details(puzzle_), {.size = style_.size * 0.78, .faint = true}, 2);
    height_ = ends_height() + entry_gap;
    for (const Line& line : lines_) height_ += line.font.leading();
}

void SolutionEntry::add(const std::string& text, const Font& font, std::size_t most, double indent) {
    if (text.empty()) return;
    double in = indent;
    for (std::string& line : wrap(text, font.size, width_ - indent - font.size, most, font.bold)) {
        lines_.push_back({std::move(line), font, in});
        in = indent + font.size;  // what does not fit hangs
    }
}

void SolutionEntry::add_play() {
    const std::size_t before = lines_.size(), most_lines = style_.most_lines;
    for (const PlayLine& one : solution_text(puzzle_))
        add(one.text, {.size = style_.size}, 1000, one.indent * style_.size);
    if (lines_.size() - before <= most_lines) return;
    is_cut_ = true;
    const std::size_t left_out = lines_.size() - before - most_lines + 1;
    lines_.resize(before + most_lines - 1);
    add(fmt::format("… and {} lines more", grouped(left_out)), {.size = style_.size, .faint = true}, 1);
}

double SolutionEntry::ends_height() const {
    double most = 0;
    for (const Scene* end : ends_)
        most = std::max(most, (width_ - end_gap * (in_a_row - 1)) / in_a_row / Frame(*end).aspect());
    return ends_.empty() ? 0 : most + end_gap;
}

void SolutionEntry::draw(Canvas& canvas, double x, double y) const {
    if (style_.linked) {
        canvas.place(fmt::format("s{}", number_), x, y);
        canvas.link({x, y, width_, style_.size * 1.4}, fmt::format("p{}", number_));
    }
    for (const Line& line : lines_) {
        y += line.font.leading();
        canvas.line({x + line.indent, y, width_, 0}, line.text, line.font);
    }
    const double width = (width_ - end_gap * (in_a_row - 1)) / in_a_row;
    for (const Scene* end : ends_) {
        canvas.diagram(*end, {x, y + end_gap, width, ends_height()});
        x += width + end_gap;
    }
}

double solution_width(const Canvas& canvas) { return (canvas.width() - column_gap) / 2; }

std::vector<SolutionPage> solution_pages(const std::vector<BookPuzzle>& puzzles, const Canvas& canvas,
                                         double height, const SolutionStyle& style) {
    std::vector<SolutionPage> pages;
    std::size_t column = 1;
    double left = 0;
    for (std::size_t n = 0; n < puzzles.size(); ++n) {
        const double needed = SolutionEntry(puzzles[n], n + 1, solution_width(canvas), style).height();
        if (needed > left) {
            column = 1 - column;
            if (column == 0) pages.emplace_back();
            pages.back()[column].first = n;
            left = height;
        }
        ++pages.back()[column].count;
        left -= needed;
    }
    return pages;
}

void draw_solutions(Canvas& canvas, const std::vector<BookPuzzle>& puzzles, const SolutionPage& page,
                    double y, const SolutionStyle& style) {
    double x = margin;
    for (const Range& column : page) {
        double at = y;
        for (std::size_t n = column.first; n < column.first + column.count; ++n) {
            const SolutionEntry entry(puzzles[n], n + 1, solution_width(canvas), style);
            entry.draw(canvas, x, at);
            at += entry.height();
        }
        x += solution_width(canvas) + column_gap;
    }
}

}  // namespace octomate::draw
