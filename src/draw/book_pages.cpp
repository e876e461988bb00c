#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "draw/book.hpp"
#include "draw/svg.hpp"
#include "draw/xml.hpp"
#include "text/words.hpp"

namespace octomate::draw {

namespace {

constexpr double margin = 42;  // points, as all lengths here

/// A rectangle of the page.
struct Box {
    double x, y, width, height;
};

/// The look of a line of text.
struct Font {
    double size = 9;
    bool bold = false;
    bool faint = false;
    bool centred = false;
};

/// Makes the pages one after the other.
class Pages {
  public:
    Pages(const Book& book, const PageSize& size,
          const std::function<void(const std::string&, const std::string&)>& page)
        : book_(book),
          size_(size),
          page_(page),
          drawings_(shared_drawings(book)),
          definitions_(drawings_.definitions()) {}

    void make() {
        cover();
        rules();
        puzzles();
        solutions();
        index();
    }

  private:
    double inner_width() const { return size_.width - 2 * margin; }
    double bottom() const { return size_.height - margin; }

    void finish(const std::string& heading) {
        ++number_;
        if (number_ > 1)
            line({0, size_.height - 30, size_.width, 0}, std::to_string(number_),
                 {.size = 8, .centred = true});
        page_(fmt::format(
                  "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0:g} {1:g}\" width=\"{0:g}\" "
                  "height=\"{1:g}\">\n<style>{2}.t{{text-anchor:start;fill:#000}}.t.b{{font-weight:bold}}"
                  ".t.f{{fill:#555}}.t.c{{text-anchor:middle}}.line{{stroke:#777;stroke-width:.6;fill:none}}"
                  "</style>\n{3}\n{4}\n</svg>\n",
                  size_.width, size_.height, style_sheet(Theme::Light), definitions_, body_),
              heading);
        body_.clear();
    }

    /// A line whose baseline is at the top of the box.
    void line(const Box& box, std::string_view text, const Font& font) {
        body_ += fmt::format(
            "<text class=\"t{}{}{}\" x=\"{:.1f}\" y=\"{:.1f}\" style=\"font-size:{:g}px\">{}</text>",
            font.bold ? " b" : "", font.faint ? " f" : "", font.centred ? " c" : "",
            font.centred ? box.x + box.width / 2 : box.x, box.y, font.size, escape_xml(text));
    }

    /// Lines from the top of the box on; returns how high they are.
    double paragraph(Box box, std::string_view text, const Font& font, std::size_t most_lines = 1000) {
        const double leading = font.size * 1.28, top = box.y;
        for (const std::string& one : wrap(text, font.size, box.width, most_lines, font.bold)) {
            box.y += leading;
            line(box, one, font);
        }
        return box.y - top;
    }

    /// A diagram as large as fits, centred; returns its height.
    double diagram(const Scene& scene, const Box& box) {
        const Frame frame(scene);
        const double aspect = static_cast<double>(frame.width) / frame.height;
        const double width = std::min(box.width, box.height * aspect);
        body_ +=
            drawings_.draw(scene, fmt::format("x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\"",
                                              box.x + (box.width - width) / 2, box.y, width, width / aspect));
        return width / aspect;
    }

    void cover() {
        Box box{margin, 150, inner_width(), 0};
        box.y += paragraph(box, book_.title, {.size = 34, .bold = true, .centred = true}, 4) + 14;
        if (!book_.author.empty())
            box.y += paragraph(box, book_.author, {.size = 16, .centred = true}, 2) + 6;
        box.y += paragraph(box, subtitle(book_), {.size = 13, .faint = true, .centred = true}) + 36;
        if (!book_.rules.cover.cells.empty()) diagram(book_.rules.cover, {margin, box.y, inner_width(), 330});
        finish("Cover");
    }

    void rules() {
        if (!has_rules(book_)) return;
        Box box{margin, margin - 8, inner_width(), 0};
        box.y += paragraph(box, "The rules on one page", {.size = 18, .bold = true}) + 2;
        box.y += paragraph(box, book_.rules.intro, {.size = 9.5}) + 10;
        constexpr double gap = 22;
        const double width = (inner_width() - gap) / 2;
        const std::size_t rows = (book_.rules.parts.size() + 1) / 2;
        const double end_height =
            12.2 * static_cast<double>(wrap(book_.rules.end, 9.5, inner_width()).size()) + 4;
        const double height =
            (bottom() - end_height - box.y) / static_cast<double>(std::max<std::size_t>(rows, 1));
        for (std::size_t n = 0; n < book_.rules.parts.size(); ++n) {
            const RulesPart& part = book_.rules.parts[n];
            Box cell{margin + static_cast<double>(n % 2) * (width + gap),
                     box.y + height * static_cast<double>(n / 2), width, height};
            cell.y += paragraph(cell, part.heading, {.size = 11, .bold = true}) + 5;
            cell.y += diagram(part.scene, {cell.x, cell.y, cell.width, height - 90});
            paragraph(cell, part.text, {.size = 8.6});
        }
        paragraph({margin, bottom() - end_height, inner_width(), 0}, book_.rules.end, {.size = 9.5});
        finish("The rules");
    }

    void puzzles() {
        constexpr double gap = 24;
        const double width = (inner_width() - gap) / 2;
        const double height = (bottom() - margin) / 3;
        for (std::size_t n = 0; n < book_.puzzles.size(); ++n) {
            const std::size_t place = n % 6;
            puzzle(book_.puzzles[n], n + 1,
                   {margin + static_cast<double>(place % 2) * (width + gap),
                    margin - 6 + height * static_cast<double>(place / 2), width, height});
            if (place == 5 || n + 1 == book_.puzzles.size()) finish(n < 6 ? "Puzzles" : "");
        }
    }

    void puzzle(const BookPuzzle& puzzle, std::size_t number, Box box) {
        const double end = box.y + box.height;
        box.y +=
            paragraph(box, fmt::format("{}. {}", number, puzzle.title.empty() ? puzzle.label : puzzle.title),
                      {.size = 10, .bold = true}, 1);
        box.y += paragraph(box, puzzle.question, {.size = 9}, 1) + 4;
        diagram(puzzle.scene, {box.x, box.y, box.width, end - box.y - 38});
        answer_room(puzzle, {box.x, end - 34, box.width, 20});
    }

    /// A box for each label to tick, as far as there is room, and a line for the move.
    void answer_room(const BookPuzzle& puzzle, const Box& box) {
        double x = box.x;
        const std::size_t count = puzzle.answers.size();
        const double step =
            std::min(15.0, box.width * 0.65 / static_cast<double>(std::max<std::size_t>(count, 1)));
        if (count > 1 && step >= 5) {
            for (const Answer& answer : puzzle.answers) {
                body_ += fmt::format(
                    "<rect class=\"line\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:g}\" height=\"15\"/>", x, box.y,
                    step - 2);
                const double fitting = (step - 3) / std::max(0.1, text_width(answer.label));
                line({x, box.y + 10.5, step - 2, 0}, answer.label,
                     {.size = std::min(8.0, fitting), .faint = true, .centred = true});
                x += step;
            }
            x += 6;
        }
        body_ += fmt::format("<path class=\"line\" d=\"M{:.1f} {:.1f}H{:.1f}\"/>", x, box.y + 15,
                             box.x + box.width);
    }

    void solutions() {
        constexpr double gap = 14;
        const double width = (inner_width() - 2 * gap) / 3;
        const double top = margin + 24, height = (bottom() - top) / 4;
        std::size_t place = 0;
        bool first = true;
        const auto next = [&] {
            if (place == 12) {
                finish(std::exchange(first, false) ? "Solutions" : "");
                place = 0;
            }
            if (place == 0)
                paragraph({margin, margin - 14, inner_width(), 0}, "Solutions", {.size = 14, .bold = true});
            const Box box{margin + static_cast<double>(place % 3) * (width + gap),
                          top + height * static_cast<double>(place / 3), width, height};
            ++place;
            return box;
        };
        for (std::size_t n = 0; n < book_.puzzles.size(); ++n) {
            const BookPuzzle& puzzle = book_.puzzles[n];
            if (puzzle.solutions.empty()) solution(puzzle, n + 1, nullptr, next());
            for (const Solution& one : puzzle.solutions) solution(puzzle, n + 1, &one, next());
        }
        if (place > 0) finish(first ? "Solutions" : "");
    }

    void solution(const BookPuzzle& puzzle, std::size_t number, const Solution* solution, Box box) {
        const double end = box.y + box.height;
        box.y += paragraph(box,
                           fmt::format("{}. {}{}", number,
                                       solution ? std::string_view(solution->move) : no_solution_text(puzzle),
                                       solution ? on_labels(solution->labels) : ""),
                           {.size = 8.5, .bold = true}, 1);
        std::vector<std::string> words = puzzle.themes;
        if (puzzle.difficulty) words.push_back(fmt::format("difficulty {:.0f}", *puzzle.difficulty));
        box.y +=
            paragraph(box, fmt::format("{}", fmt::join(words, " · ")), {.size = 7, .faint = true}, 1) + 3;
        diagram(solution ? solution->scene : puzzle.scene, {box.x, box.y, box.width, end - box.y - 8});
    }

    void index() {
        const auto themes = index_by_theme(book_), difficulties = index_by_difficulty(book_);
        if (themes.empty() && difficulties.empty()) return;
        double y = margin - 8;
        bool first = true;
        const auto room_for = [&](double height) {
            if (y + height <= bottom()) return;
            finish(std::exchange(first, false) ? "Index" : "");
            y = margin - 8;
        };
        y += paragraph({margin, y, inner_width(), 0}, "Index", {.size = 18, .bold = true}) + 4;
        const auto part = [&](std::string_view heading, const std::vector<IndexEntry>& entries) {
            if (entries.empty()) return;
            room_for(60);
            y += 8 + paragraph({margin, y + 8, inner_width(), 0}, heading, {.size = 12, .bold = true}) + 2;
            for (const IndexEntry& entry : entries) {
                room_for(36);
                y +=
                    3 + paragraph({margin, y + 3, inner_width(), 0}, entry.name, {.size = 9.5, .bold = true});
                const std::string numbers = fmt::format("{}", fmt::join(entry.puzzles, ", "));
                for (const std::string& one : wrap(numbers, 8.5, inner_width())) {
                    room_for(12);
                    y += paragraph({margin, y, inner_width() + 1, 0}, one, {.size = 8.5});
                }
            }
        };
        part("By theme", themes);
        part("By difficulty", difficulties);
        finish(first ? "Index" : "");
    }

    const Book& book_;
    const PageSize& size_;
    const std::function<void(const std::string&, const std::string&)>& page_;
    const SharedDrawings drawings_;
    const std::string definitions_;
    std::string body_;
    std::size_t number_ = 0;
};

}  // namespace

void book_pages(const Book& book, const PageSize& size,
                const std::function<void(const std::string& svg, const std::string& heading)>& page) {
    Pages(book, size, page).make();
}

}  // namespace octomate::draw
