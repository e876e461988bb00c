#include "draw/page_parts.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "draw/book_words.hpp"
#include "text/words.hpp"

namespace octomate::draw {

namespace {

constexpr double tick = 9;  // the side of a box to tick

class Cell {
  public:
    Cell(Canvas& canvas, const BookPuzzle& puzzle, std::size_t number, const CellStyle& style)
        : canvas_(canvas), puzzle_(puzzle), number_(number), style_(style) {}

    void draw(const Box& box) {
        const double below = std::max(foot(box.width), style_.least_foot);
        const Box board = canvas_.diagram(puzzle_.scene, {box.x, box.y, box.width, box.height - below});
        double y = board.y + board.height + 2;
        if (puzzle_.answers.size() > 1) {
            boxes(board, {board.x, y, board.width, tick});
            y += tick + 2;
        }
        for (int line = 0; line < style_.lines; ++line) canvas_.rule(board.x, y += writing, board.width);
        caption({board.x, y + 3, std::min(box.width, std::max(board.width, least_caption)), 0}, true);
        if (!style_.linked) return;
        canvas_.place(fmt::format("p{}", number_), board.x, box.y);
        canvas_.link({board.x, board.y, board.width, board.height}, fmt::format("s{}", number_));
    }

    double foot(double width) { return answer_height() + caption({0, 0, width, 0}, false); }

  private:
    static constexpr double writing = 13;         // from line to line
    static constexpr double least_caption = 140;  // in width

    double answer_height() const {
        return (puzzle_.answers.size() > 1 ? tick + 2 : 0) + writing * style_.lines + 5;
    }

    /// Below the labels of the board where it bears them, otherwise in a row with labels of their own.
    void boxes(const Box& board, const Box& row) {
        const Frame frame(puzzle_.scene);
        const double scale = board.width / frame.width;
        const std::vector<std::string>& labels = puzzle_.scene.labels;
        double x = row.x;
        const auto answers = answers_as_on_board(puzzle_);
        const double step = std::min(15.0, row.width / static_cast<double>(answers.size()));
        for (const Answer* answer : answers) {
            const auto at = std::find(labels.begin(), labels.end(), answer->label) - labels.begin();
            const int file = static_cast<int>(at);
            if (file < static_cast<int>(labels.size())) {
                const int column = puzzle_.scene.flip ? puzzle_.scene.files - 1 - file : file;
                const double middle = Frame::left + square_side * (column + 0.5);
                canvas_.frame({board.x + middle * scale - tick / 2, row.y, tick, tick});
                continue;
            }
            canvas_.frame({x, row.y, step - 2, tick});
            const double fitting = (step - 3) / std::max(0.1, text_width(answer->label));
            canvas_.line({x, row.y + 7, step - 2, 0}, answer->label,
                         {.size = std::min(6.5, fitting), .faint = true, .align = Font::Align::Centre});
            x += step;
        }
    }

    /// Draws the caption, if it is wanted; returns how high it is.
    double caption(Box box, bool wanted) {
        const double top = box.y;
        const auto add = [&](const std::string& text, const Font& font, std::size_t most) {
            if (text.empty()) return;
            const auto lines = lines_of(text, font, box.width, most);
            if (wanted) canvas_.paragraph(box, text, font, most);
            box.y += font.leading() * static_cast<double>(lines.size());
        };
        const Font bold{.size = style_.size, .bold = true};
        if (style_.question) {
            const bool titled = !puzzle_.title.empty();
            add(fmt::format("{}. {}", number_, titled ? puzzle_.title : puzzle_.question), bold, 2);
            if (titled) add(puzzle_.question, {.size = style_.size}, 2);
        } else {
            if (wanted) first_line(box, bold);
            box.y += bold.leading();
            add(puzzle_.title, bold, 2);
        }
        add(joined(puzzle_.twins, "; "), {.size = style_.size}, 2);
        add(attribution(puzzle_), {.size = style_.size * 0.9, .faint = true}, 1);
        return box.y - top;
    }

    /// The number, the stipulation, the number of men.
    void first_line(const Box& box, const Font& font) {
        const Box base{box.x, box.y + font.leading(), box.width, 0};
        const std::string number = std::to_string(number_);
        canvas_.line(base, number, font);
        Font middle = font, right = font;
        middle.align = Font::Align::Centre;
        middle.bold = right.bold = false;
        right.align = Font::Align::Right;
        canvas_.line(base, puzzle_.stipulation, middle);
        canvas_.line(base, men_and_check(puzzle_), right);
    }

    Canvas& canvas_;
    const BookPuzzle& puzzle_;
    const std::size_t number_;
    const CellStyle& style_;
};

constexpr double entry_gap = 6;  // below an entry
constexpr double column_gap = 22;
constexpr double end_gap = 4;  // between the positions
constexpr std::size_t in_a_row = 3;

}  // namespace

bool has_broad_boards(const std::vector<BookPuzzle>& puzzles) {
    return std::any_of(puzzles.begin(), puzzles.end(),
                       [](const BookPuzzle& puzzle) { return Frame(puzzle.scene).aspect() > 1.5; });
}

double foot_of(Canvas& canvas, const BookPuzzle& puzzle, std::size_t number, double width,
               const CellStyle& style) {
    return Cell(canvas, puzzle, number, style).foot(width);
}

void draw_cell(Canvas& canvas, const BookPuzzle& puzzle, std::size_t number, const Box& box,
               const CellStyle& style) {
    Cell(canvas, puzzle, number, style).draw(box);
}

SolutionEntry::SolutionEntry(const BookPuzzle& puzzle, std::size_t number, double width,
                             const SolutionStyle& style)
    : puzzle_(puzzle), number_(number), width_(width), style_(style), ends_(ends_of(puzzle)) {
    add(fmt::format("{}. {}", number_, puzzle_.title), {.size = style_.size, .bold = true}, 3);
    add_play();
    add(puzzle_.comment, {.size = style_.size * 0.95}, 10);
    add(attribution(puzzle_), {.size = style_.size * 0.78, .faint = true}, 4);
    add(details(puzzle_), {.size = style_.size * 0.78, .faint = true}, 10);
    height_ = ends_height() + entry_gap;
    for (const Line& line : lines_) height_ += line.font.leading();
}

void SolutionEntry::add(const std::string& text, const Font& font, std::size_t most, double indent) {
    if (text.empty()) return;
    double in = indent;
    for (std::string& line : lines_of(text, font, width_ - indent - font.size, most)) {
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
    add(fmt::format("… and {} more lines", grouped(left_out)), {.size = style_.size, .faint = true}, 1);
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
