#include <algorithm>

#include "draw/book.hpp"
#include "draw/canvas.hpp"
#include "draw/page_parts.hpp"

namespace octomate::draw {

namespace {

constexpr double sheet_head = 40;  // the height of what stands above

void sheet_title(Canvas& canvas, const std::string& text, bool asks_name) {
    canvas.paragraph({margin, margin - 12, canvas.width() * (asks_name ? 0.5 : 1), 0}, text,
                     {.size = 15, .bold = true}, 1);
    if (!asks_name) return;
    const double x = margin + canvas.width() * 0.52, y = margin + 7, width = canvas.width() * 0.48;
    canvas.line({x, y, 0, 0}, "Name", {.size = 9});
    canvas.rule(x + 28, y + 2, width * 0.6 - 34);
    canvas.line({x + width * 0.6, y, 0, 0}, "Date", {.size = 9});
    canvas.rule(x + width * 0.6 + 24, y + 2, width * 0.4 - 24);
}

/// As few columns as leave the diagrams large.
int columns_of(const std::vector<BookPuzzle>& puzzles) {
    if (puzzles.size() <= 2) return 1;
    return puzzles.size() <= 6 || has_broad_boards(puzzles) ? 2 : 3;
}

Leaf questions(Canvas& canvas, const ClassSheet& sheet) {
    constexpr double gap = 20;
    sheet_title(canvas, sheet.title, true);
    const auto columns = static_cast<std::size_t>(columns_of(sheet.puzzles));
    const std::size_t rows = std::max<std::size_t>(1, (sheet.puzzles.size() + columns - 1) / columns);
    const double width =
        (canvas.width() - gap * static_cast<double>(columns - 1)) / static_cast<double>(columns);
    const double height = (canvas.bottom() - margin - sheet_head + 14) / static_cast<double>(rows);
    const CellStyle style{.size = columns < 3 && rows < 4 ? 9.5 : 8,
                          .question = true,
                          .lines = rows < 4 ? 2 : 1,
                          .linked = false};
    for (std::size_t n = 0; n < sheet.puzzles.size(); ++n) {
        draw_cell(canvas, sheet.puzzles[n], n + 1,
                  {margin + static_cast<double>(n % columns) * (width + gap),
                   margin + sheet_head - 14 + static_cast<double>(n / columns) * height, width, height - 12},
                  style);
    }
    return canvas.finish(0);
}

}  // namespace

SharedDrawings shared_drawings(const ClassSheet& sheet) {
    SharedDrawings drawings;
    add_scenes(sheet.puzzles, drawings);
    return drawings;
}

std::vector<Leaf> sheet_pages(const ClassSheet& sheet, const PageSize& size) {
    const SharedDrawings drawings = shared_drawings(sheet);
    Canvas canvas(size, drawings);
    std::vector<Leaf> leaves;
    leaves.push_back(questions(canvas, sheet));
    const double height = canvas.bottom() - margin - sheet_head;
    SolutionStyle style;
    std::vector<SolutionPage> pages;
    for (const double text_size : {10.5, 9.0, 8.0, 7.0, 6.0}) {
        style = {text_size, static_cast<std::size_t>(text_size * 1.7), false};
        pages = solution_pages(sheet.puzzles, canvas, height, style);
        if (pages.size() <= 1) break;
    }
    for (const SolutionPage& page : pages) {
        sheet_title(canvas, "Answers: " + sheet.title, false);
        draw_solutions(canvas, sheet.puzzles, page, margin + sheet_head - 16, style);
        leaves.push_back(canvas.finish(0));
    }
    return leaves;
}

}  // namespace octomate::draw
