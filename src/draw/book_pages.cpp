#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "draw/book.hpp"
#include "draw/book_layout.hpp"
#include "draw/book_words.hpp"
#include "draw/canvas.hpp"
#include "draw/page_parts.hpp"
#include "text/words.hpp"

namespace octomate::draw {

namespace {

constexpr double index_gap = 22;

/// Fills the columns of an index, which may go on over several pages.
class IndexColumns {
  public:
    /// `next_page` finishes a page. The canvas must outlive the columns.
    IndexColumns(Canvas& canvas, std::function<void()> next_page)
        : canvas_(canvas), next_page_(std::move(next_page)), width_((canvas.width() - index_gap) / 2) {
        begin_page();
    }

    /// Entries under a heading; nothing if there are none.
    void part(const std::string& heading, const std::vector<IndexEntry>& entries) {
        if (entries.empty()) return;
        room_for(50);
        y_ += canvas_.paragraph({x_, y_, width_, 0}, heading, {.size = 12, .bold = true}) + 4;
        for (const IndexEntry& one : entries) entry(one);
        y_ += 8;
    }

  private:
    void begin_page() {
        canvas_.line({margin, margin + 4, canvas_.width(), 0}, "Index", {.size = 13, .bold = true});
        begin_column(margin);
    }

    void begin_column(double x) {
        x_ = x;
        y_ = margin + heading_height - 6;
    }

    void room_for(double height) {
        if (y_ + height <= canvas_.bottom()) return;
        if (x_ == margin) return begin_column(margin + width_ + index_gap);
        next_page_();
        begin_page();
    }

    void entry(const IndexEntry& one) {
        room_for(44);
        y_ += canvas_.paragraph({x_, y_, width_, 0}, one.name, {.size = 9, .bold = true});
        y_ += canvas_.paragraph({x_, y_, width_, 0}, one.meaning, {.size = 7.5, .faint = true}, 2);
        const Font font{.size = 8.5};
        double at = 0;
        y_ += font.leading();
        const auto word = [&](const std::string& text, std::size_t number) {
            const double width = text_width(text) * font.size;
            if (at > 0 && at + width > width_) {
                room_for(font.leading());
                y_ += font.leading();
                at = 0;
            }
            canvas_.line({x_ + at, y_, 0, 0}, text, font);
            if (number > 0)
                canvas_.link({x_ + at, y_ - font.size, width, font.leading()}, fmt::format("p{}", number));
            at += width + text_width(" ") * font.size;
        };
        if (const std::string text = selection_text(one); !text.empty()) word(text, 0);
        for (const std::size_t number : one.puzzles)
            word(std::to_string(number) + (number == one.puzzles.back() ? "" : ","), number);
        y_ += 5;
    }

    Canvas& canvas_;
    const std::function<void()> next_page_;
    const double width_;
    double x_ = 0, y_ = 0;
};

using Align = Font::Align;

/// Makes the pages one after the other.
class Pages {
  public:
    Pages(const Book& book, const PageSize& size)
        : book_(book),
          drawings_(shared_drawings(book)),
          canvas_(size, drawings_),
          layout_(lay_out(book, canvas_)) {}

    std::vector<Leaf> make() {
        cover();
        contents();
        rules();
        puzzles();
        solutions();
        index();
        return std::move(leaves_);
    }

  private:
    void finish() {
        const std::size_t number = leaves_.size() + 1;
        leaves_.push_back(canvas_.finish(number == 1 ? 0 : number));
    }

    /// A part begins on this page.
    void begin(const std::string& part, const std::string& place) {
        canvas_.heading(part);
        canvas_.place(place, margin, margin - 8);
    }

    double top() const { return margin - 8; }

    void cover() {
        Box box{margin, 150, canvas_.width(), 0};
        const auto add = [&](std::string_view text, const Font& font, std::size_t most, double gap) {
            box.y += canvas_.paragraph(box, text, font, most) + gap;
        };
        add(book_.title, {.size = 34, .bold = true, .align = Align::Centre}, 4, 14);
        if (!book_.author.empty()) add(book_.author, {.size = 16, .align = Align::Centre}, 2, 6);
        add(subtitle(book_), {.size = 13, .faint = true, .align = Align::Centre}, 2, 36);
        if (!book_.rules.cover.cells.empty())
            canvas_.diagram(book_.rules.cover, {margin, box.y, canvas_.width(), 330});
        canvas_.heading("Cover");
        finish();
    }

    void contents() {
        double y = top() + canvas_.paragraph({margin, top(), canvas_.width(), 0}, "Contents",
                                             {.size = 18, .bold = true});
        y += 12;
        for (const ContentsLine& line : contents_of(book_, layout_)) {
            constexpr double height = 20;
            const Font font{.size = 11};
            canvas_.line({margin, y + 14, 0, 0}, line.name, font);
            canvas_.line({margin + 190, y + 14, 0, 0}, line.detail, {.size = 9, .faint = true});
            canvas_.line({margin, y + 14, canvas_.width(), 0}, std::to_string(line.page),
                         {.size = 11, .align = Align::Right});
            canvas_.rule(margin, y + height, canvas_.width());
            canvas_.link({margin, y, canvas_.width(), height}, line.to);
            y += height;
        }
        canvas_.paragraph({margin, y + 24, canvas_.width(), 0}, legend(book_), {.size = 9.5});
        canvas_.heading("Contents");
        finish();
    }

    void rules() {
        if (!has_rules(book_)) return;
        Box box{margin, top(), canvas_.width(), 0};
        begin("The rules", "rules");
        box.y += canvas_.paragraph(box, "The rules on one page", {.size = 18, .bold = true}) + 2;
        box.y += canvas_.paragraph(box, book_.rules.intro, {.size = 9.5}) + 10;
        constexpr double gap = 22;
        const double width = (canvas_.width() - gap) / 2;
        const std::size_t rows = (book_.rules.parts.size() + 1) / 2;
        const double end_height =
            12.2 * static_cast<double>(wrap(book_.rules.end, 9.5, canvas_.width()).size()) + 4;
        const double height =
            (canvas_.bottom() - end_height - box.y) / static_cast<double>(std::max<std::size_t>(rows, 1));
        for (std::size_t n = 0; n < book_.rules.parts.size(); ++n) {
            const RulesPart& part = book_.rules.parts[n];
            Box cell{margin + static_cast<double>(n % 2) * (width + gap),
                     box.y + height * static_cast<double>(n / 2), width, height};
            cell.y += canvas_.paragraph(cell, part.heading, {.size = 11, .bold = true}) + 5;
            cell.y += canvas_.diagram(part.scene, {cell.x, cell.y, cell.width, height - 90}).height;
            canvas_.paragraph(cell, part.text, {.size = 8.6});
        }
        canvas_.paragraph({margin, canvas_.bottom() - end_height, canvas_.width(), 0}, book_.rules.end,
                          {.size = 9.5});
        finish();
    }

    /// The line at the top of a page: whose part it is.
    void heading(const std::string& text, const std::string& detail) {
        canvas_.line({margin, margin + 4, canvas_.width(), 0}, text, {.size = 13, .bold = true});
        canvas_.line({margin, margin + 4, canvas_.width(), 0}, detail,
                     {.size = 9, .faint = true, .align = Align::Right});
    }

    void puzzles() {
        constexpr double gap = 16;
        const Grid grid = layout_.grid;
        const double above = margin + heading_height - 8;
        const double width = (canvas_.width() - gap * (grid.columns - 1)) / grid.columns;
        const double height = (canvas_.bottom() - above) / grid.rows;
        const CellStyle style{.size = grid.columns == 2 && grid.rows == 3 ? 9.5 : 8};
        for (const PuzzlePage& page : layout_.puzzles) {
            const Chapter& chapter = book_.chapters[page.chapter];
            const bool first = page.puzzles.first == chapter.first;
            heading(chapter.heading, chapter.detail);
            if (page.chapter == 0 && first) canvas_.heading("Puzzles");
            if (first) {
                canvas_.heading(chapter.heading, true);
                canvas_.place(fmt::format("c{}", page.chapter + 1), margin, margin - 8);
            }
            for (std::size_t n = 0; n < page.puzzles.count; ++n) {
                const auto column = static_cast<double>(n % static_cast<std::size_t>(grid.columns));
                const auto row = static_cast<double>(n / static_cast<std::size_t>(grid.columns));
                const std::size_t at = page.puzzles.first + n;
                draw_cell(canvas_, book_.puzzles[at], at + 1,
                          {margin + column * (width + gap), above + row * height, width, height - 10}, style);
            }
            finish();
        }
    }

    void solutions() {
        for (const SolutionPage& page : layout_.solutions) {
            if (&page == &layout_.solutions.front()) begin("Solutions", "solutions");
            heading("Solutions", "");
            draw_solutions(canvas_, book_.puzzles, page, margin + heading_height - 6, {});
            finish();
        }
    }

    void index() {
        if (!has_index(book_)) return;
        begin("Index", "index");
        IndexColumns columns(canvas_, [&] { finish(); });
        columns.part("By theme", index_by_theme(book_));
        columns.part("By author", index_by_author(book_));
        finish();
    }

    const Book& book_;
    const SharedDrawings drawings_;
    Canvas canvas_;
    const BookLayout layout_;
    std::vector<Leaf> leaves_;
};

}  // namespace

std::vector<Leaf> book_pages(const Book& book, const PageSize& size) { return Pages(book, size).make(); }

}  // namespace octomate::draw
