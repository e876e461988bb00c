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
    void begin_page() { begin_column(margin); }

    void begin_column(double x) {
        x_ = x;
        y_ = margin;
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
        front();
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

    /// The foreword, and the imprint at the foot of its page.
    void front() {
        if (!has_front(book_)) return;
        Box box{margin, top(), canvas_.width(), 0};
        if (!book_.foreword.empty()) {
            begin("Foreword", "foreword");
            box.y += canvas_.paragraph(box, "Foreword", {.size = 18, .bold = true}) + 10;
            for (const std::string_view paragraph : words_between(book_.foreword, '\n'))
                box.y += canvas_.paragraph(box, paragraph, {.size = 11}) + 8;
        }
        const auto lines = words_between(book_.imprint, '\n');
        const Font font{.size = 8.5, .faint = true};
        box.y = canvas_.bottom() - font.leading() * static_cast<double>(lines.size());
        for (const std::string_view line : lines) box.y += canvas_.paragraph(box, line, font, 1);
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
        y += 24;
        for (const std::string& paragraph : legend(book_))
            y += canvas_.paragraph({margin, y, canvas_.width(), 0}, paragraph, {.size = 9.5}) + 5;
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
        const Font end_font{.size = 9.5};
        const double end_height =
            12.2 * static_cast<double>(lines_of(book_.rules.end, end_font, canvas_.width()).size()) + 4;
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
                          end_font);
        finish();
    }

    /// Draws the page on which the first puzzle of a chapter explains its idea.
    void opening(const Chapter& chapter) {
        const BookPuzzle& example = book_.puzzles[chapter.first];
        Box box{margin, margin + 40, canvas_.width(), 0};
        const auto add = [&](std::string_view text, const Font& font, double gap) {
            box.y += canvas_.paragraph(box, text, font) + gap;
        };
        add(chapter.heading, {.size = 26, .bold = true, .align = Align::Centre}, 2);
        add(detail_of(chapter), {.size = 11, .faint = true, .align = Align::Centre}, 36);
        add(fmt::format("An idea: {}", readable(chapter.idea)),
            {.size = 15, .bold = true, .align = Align::Centre}, 2);
        add(sentence(book_.meanings.at(chapter.idea)), {.size = 11, .align = Align::Centre}, 18);
        box.y +=
            canvas_.diagram(example.solutions.front().scene, {margin, box.y, canvas_.width(), 330}).height +
            12;
        canvas_.place(fmt::format("p{}", chapter.first + 1), margin, box.y);
        add(numbered_title(example, chapter.first + 1), {.size = 11, .bold = true, .align = Align::Centre},
            2);
        add(example.question, {.size = 11, .align = Align::Centre}, 4);
        for (const PlayLine& line : solution_text(example))
            add(line.text, {.size = 11, .bold = true, .align = Align::Centre}, 2);
        add(example.comment, {.size = 10, .align = Align::Centre}, 2);
        add(attribution(example), {.size = 9, .faint = true, .align = Align::Centre}, 0);
    }

    /// "Easy · difficulty 20–39".
    static std::string running_text(const Chapter& chapter) {
        return chapter.heading + (chapter.detail.empty() ? "" : " · " + chapter.detail);
    }

    void puzzles() {
        constexpr double gap = 16;
        const Grid grid = layout_.grid;
        const double above = margin + 4;
        const double width = (canvas_.width() - gap * (grid.columns - 1)) / grid.columns;
        const double height = (canvas_.bottom() - above) / grid.rows;
        CellStyle style{.size = grid.columns == 2 && grid.rows <= 3 ? 9.5 : 8,
                        .question = !book_.for_composers};
        for (const PuzzlePage& page : layout_.puzzles) {
            const Chapter& chapter = book_.chapters[page.chapter];
            const bool first = page.puzzles.first == chapter.first;
            if (page.puzzles.count > 0 && first) canvas_.head(chapter.heading, detail_of(chapter), true);
            if (page.puzzles.count > 0 && !first) canvas_.head(book_.title, running_text(chapter), false);
            if (page.puzzles.count == 0) opening(chapter);
            if (page.chapter == 0 && first) canvas_.heading("Puzzles");
            if (first) {
                canvas_.heading(chapter.heading, true);
                canvas_.place(fmt::format("c{}", page.chapter + 1), margin, margin - 8);
            }
            const std::size_t end = page.puzzles.first + page.puzzles.count;
            style.least_foot = 0;
            for (std::size_t at = page.puzzles.first; at < end; ++at)
                style.least_foot =
                    std::max(style.least_foot, foot_of(canvas_, book_.puzzles[at], at + 1, width, style));
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
            const bool begins = &page == &layout_.solutions.front();
            canvas_.head(begins ? "Solutions" : book_.title, begins ? "" : "Solutions", begins);
            draw_solutions(canvas_, book_.puzzles, page, margin, {});
            finish();
        }
    }

    void index() {
        if (!has_index(book_)) return;
        begin("Index", "index");
        canvas_.head("Index", "", true);
        IndexColumns columns(canvas_, [&] {
            finish();
            canvas_.head(book_.title, "Index", false);
        });
        columns.part("Ideas", index_by_idea(book_));
        columns.part("Authors", index_by_author(book_));
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
