#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "draw/book.hpp"
#include "draw/svg.hpp"
#include "text/text.hpp"
#include "text/words.hpp"

namespace octomate::draw {

/// The typeface of books and sheets, with figurines, as CSS.
extern const std::string_view serif_css;

/// Files of this folder: the rules for books; for diagrams, captions and solutions on paper; for the other
/// pages of a printed book; and for sheets.
extern const std::string_view book_css, paper_css, book_print_css, sheet_css;

/// Scripts of books and sheets, files of this folder.
extern const std::string_view book_script, sheet_script;

namespace {

constexpr double mm = 72 / 25.4;                                 // in points
constexpr double page_margin = 15, row_gap = 2, column_gap = 6;  // millimetres, as are all lengths below

/// How puzzles are arranged on a printed page.
struct Grid {
    std::size_t columns, rows;
};

/// Checks whether a board is so much wider than high that fewer fit side by side.
bool has_broad_boards(const std::vector<BookPuzzle>& puzzles) {
    return std::any_of(puzzles.begin(), puzzles.end(),
                       [](const BookPuzzle& puzzle) { return Frame(puzzle.scene).aspect() > 1.5; });
}

Grid grid_of(const Book& book) {
    const bool broad = has_broad_boards(book.puzzles);
    switch (book.per_page) {
        case 4: return {2, 2};
        case 6: return {2, 3};
        case 12: return broad ? Grid{2, 5} : Grid{3, 4};
        default: return broad ? Grid{2, 4} : Grid{3, 3};
    }
}

Grid grid_of(const ClassSheet& sheet) {
    const std::size_t count = std::max<std::size_t>(1, sheet.puzzles.size());
    const std::size_t columns = count <= 2 ? 1 : count <= 6 || has_broad_boards(sheet.puzzles) ? 2 : 3;
    return {columns, (count + columns - 1) / columns};
}

/// Estimates how many lines the caption of a puzzle takes, if they are `width` times as wide as high.
double caption_lines(const BookPuzzle& puzzle, double width) {
    double lines = puzzle.author.empty() && puzzle.source.empty() ? 0 : 1;
    for (const std::string& text : {puzzle.title, puzzle.question, joined(puzzle.twins, "; ")})
        if (!text.empty()) lines += 1 + std::floor(text_width(text) / width);
    return lines;
}

/// Returns the CSS that divides a page, below a heading, into cells for puzzles. Below the board of each
/// there is `room` for faces and more, and room for the longest caption, in letters of `size` points.
std::string grid_css(const PageSize& page, const Grid& grid, double heading, double room, double size,
                     const std::vector<BookPuzzle>& puzzles) {
    const auto columns = static_cast<double>(grid.columns), rows = static_cast<double>(grid.rows);
    const double page_height = page.height / mm - 2 * page_margin - 1,
                 page_width = page.width / mm - 2 * page_margin;
    const double height = (page_height - heading) / rows - row_gap;
    const double width = (page_width - column_gap * (columns - 1)) / columns;
    double lines = 0;
    for (const BookPuzzle& puzzle : puzzles)
        lines = std::max(lines, caption_lines(puzzle, width * mm / size));
    return fmt::format(
        "@page{{size:{:g}pt {:g}pt;margin:{:g}mm}}\n:root{{--page:{:.1f}mm;--column:{:.1f}mm}}\n"
        ".sheet{{grid-template-columns:repeat({},1fr)}}\n"
        ".puzzle{{height:{:.1f}mm;--high:{:.1f}mm;font-size:{:g}pt}}\n",
        page.width, page.height, page_margin, page_height, page_width, grid.columns, height,
        std::max(10.0, height - room - 1.3 * size / mm * lines), size);
}

/// Returns a string of CSS, in quotes.
std::string css_string(std::string_view text) {
    std::string out = "\"";
    for (const char c : printable(text)) {
        const bool special = c >= 0 && (c < ' ' || c == '"' || c == '\\' || c == '<');
        special ? (void)fmt::format_to(std::back_inserter(out), "\\{:x} ", c) : out.push_back(c);
    }
    return out + '"';
}

/// Returns the CSS that gives the pages of a section a running head. Sections name their pages by their id.
std::string running_head(std::string_view id, std::string_view left, std::string_view right) {
    return fmt::format("@page {0}{{@top-left{{content:{1}}}@top-right{{content:{2}}}}}\n#{0}{{page:{0}}}\n",
                       id, css_string(left), css_string(right));
}

std::string style_of(const Book& book, const PageSize& page) {
    constexpr std::string_view head =
        "width:50%;border-bottom:.6pt solid #888;vertical-align:bottom;padding-bottom:1mm;margin-bottom:3mm";
    std::string rest = fmt::format(
        "@page{{font-size:8pt;color:#444;@top-left{{{0};text-align:left}}@top-right{{{0};text-align:right}}"
        "@bottom-center{{content:counter(page)}}}}\n@page :first{{@bottom-center{{content:none}}}}\n",
        head);
    for (std::size_t n = 0; n < book.chapters.size(); ++n) {
        const Chapter& chapter = book.chapters[n];
        rest += running_head(fmt::format("c{}", n + 1), book.title,
                             chapter.heading + (chapter.detail.empty() ? "" : " · " + chapter.detail));
    }
    rest += running_head("solutions", book.title, "Solutions") + running_head("index", book.title, "Index");
    // The figures of the rules leave room for the text, so that all of it fits on one page.
    const auto rows = static_cast<double>(book.rules.parts.size() / 2 + book.rules.parts.size() % 2);
    const double figure = (page.height / mm - 2 * page_margin - 35) / std::max(1.0, rows) - 31;
    rest += fmt::format("#rules{{--figure:{:.1f}mm}}\n", std::clamp(figure, 10.0, 50.0));
    return fmt::format("{}{}@media print{{{}{}{}{}}}\n", serif_css, book_css, paper_css, book_print_css,
                       grid_css(page, grid_of(book), 10, book.for_composers ? 9 : 5, 8.5, book.puzzles),
                       rest);
}

/// Registers all scenes of some puzzles.
void add_scenes(const std::vector<BookPuzzle>& puzzles, SharedDrawings& drawings) {
    for (const BookPuzzle& puzzle : puzzles) {
        drawings.add(puzzle.scene);
        for (const Solution& solution : puzzle.solutions) {
            if (solution.end) drawings.add(*solution.end);
        }
    }
}

SharedDrawings drawings_of(const Book& book) {
    SharedDrawings drawings;
    drawings.add(book.rules.cover);
    for (const RulesPart& part : book.rules.parts) drawings.add(part.scene);
    for (const Chapter& chapter : book.chapters) {
        if (!chapter.idea.empty()) drawings.add(book.puzzles[chapter.first].solutions.front().scene);
    }
    add_scenes(book.puzzles, drawings);
    return drawings;
}

SharedDrawings drawings_of(const ClassSheet& sheet) {
    SharedDrawings drawings;
    add_scenes(sheet.puzzles, drawings);
    return drawings;
}

/// Writes the parts that documents with puzzles share.
class Writer {
  protected:
    explicit Writer(SharedDrawings drawings) : drawings_(std::move(drawings)) {}

    template <class... Args>
    void add(fmt::format_string<Args...> format, Args&&... args) {
        fmt::format_to(std::back_inserter(out_), format, std::forward<Args>(args)...);
    }

    static std::string text(std::string_view plain) { return escape_xml(plain); }

    void paragraph(std::string_view kind, std::string_view content) {
        if (!content.empty()) add("<p class=\"{}\">{}</p>", kind, text(content));
    }

    /// Returns a diagram that `book_script` draws when it comes into view.
    std::string waiting(const Scene& scene) const {
        const Frame frame(scene);
        return fmt::format("<div style=\"aspect-ratio:{}/{}\"><noscript>{}</noscript></div>", frame.width,
                           frame.height, drawings_.draw(scene));
    }

    static std::string begin_board(const Scene& scene) {
        return fmt::format("<div class=\"board\" style=\"--aspect:{:.3f}\">", Frame(scene).aspect());
    }

    /// Begins a row with an element for each answer, below its label on the board if the board has labels.
    void begin_faces(const BookPuzzle& puzzle) {
        const Scene& scene = puzzle.scene;
        const double width = Frame(scene).width / 100.0;
        add("<div class=\"faces\" style=\"grid-template-columns:repeat({},1fr);{}\">", puzzle.answers.size(),
            is_labelled(puzzle)
                ? fmt::format("margin:0 {:.1f}% 0 {:.1f}%",
                              100 - (Frame::left + scene.files * square_side) / width, Frame::left / width)
                : std::string());
    }

    /// Checks whether the board shows a label for each answer.
    static bool is_labelled(const BookPuzzle& puzzle) {
        return puzzle.answers.size() == puzzle.scene.labels.size();
    }

    /// Writes a solution. On paper all but its first `most` lines are left out.
    void solution(const BookPuzzle& puzzle, std::size_t number, std::size_t most) {
        const auto ends = ends_of(puzzle);
        add("<section class=\"solution{1}\" id=\"s{0}\"><h3><a href=\"#p{0}\">{0}.</a> {2}</h3>", number,
            ends.empty() ? "" : " lazy", text(puzzle.title));
        const std::vector<PlayLine> lines = solution_text(puzzle);
        for (std::size_t n = 0; n < lines.size(); ++n)
            add("<p class=\"play{}\"{}>{}</p>", n < most ? "" : " rest",
                lines[n].indent == 0 ? "" : fmt::format(" style=\"--in:{}\"", lines[n].indent),
                text(lines[n].text));
        if (lines.size() > most)
            paragraph("cut", fmt::format("… and {} more lines", grouped(lines.size() - most)));
        paragraph("comment", puzzle.comment);
        paragraph("meta", attribution(puzzle));
        paragraph("meta", details(puzzle));
        if (!ends.empty()) {
            out_ += "<div class=\"ends\">";
            for (const Scene* end : ends) add("<div class=\"end\">{}</div>", waiting(*end));
            out_ += "</div>";
        }
        out_ += "</section>\n";
    }

    const SharedDrawings drawings_;
    std::string out_;
};

/// Writes a book from beginning to end.
class BookWriter : Writer {
  public:
    BookWriter(const Book& book, std::string_view solver)
        : Writer(drawings_of(book)), book_(book), solver_(solver) {}

    std::string write(const PageSize& page) {
        out_ += html_head(book_.title, book_.author, style_of(book_, page), drawings_);
        cover();
        front();
        contents();
        out_ += "<main>\n";
        rules();
        for (std::size_t n = 0; n < book_.chapters.size(); ++n) chapter(book_.chapters[n], n + 1);
        solutions();
        index();
        add("</main>\n<script>\n{}</script>\n", book_script);
        if (!solver_.empty()) add("<script>{}</script>\n", solver_);
        out_ += "</body>\n</html>\n";
        return std::move(out_);
    }

  private:
    bool has_front() const { return !book_.foreword.empty() || !book_.imprint.empty(); }

    void cover() {
        add("<header class=\"cover\">\n<h1>{}</h1>\n", text(book_.title));
        if (!book_.author.empty()) add("<p>{}</p>\n", text(book_.author));
        add("<p>{}</p>\n{}\n</header>\n", text(subtitle(book_)),
            book_.rules.cover.cells.empty() ? "" : drawings_.draw(book_.rules.cover));
    }

    void front() {
        if (!has_front()) return;
        out_ += "<section id=\"foreword\" aria-label=\"Foreword\">\n";
        if (!book_.foreword.empty()) out_ += "<h2>Foreword</h2>\n";
        for (const std::string_view one : words_between(book_.foreword, '\n')) paragraph("foreword", one);
        out_ += "<div class=\"imprint\">\n";
        for (const std::string_view line : words_between(book_.imprint, '\n')) paragraph("meta", line);
        out_ += "</div>\n</section>\n";
    }

    /// Writes the table of contents, and what explains the notation below it or, if it is long, on a page of
    /// its own. The number of the page on which each part begins follows from the print style.
    void contents() {
        constexpr std::size_t lines_on_page = 34, lines_above_legend = 20;
        const std::size_t lines = book_.chapters.size() + (book_.foreword.empty() ? 0U : 1U) +
                                  (has_rules(book_) ? 1U : 0U) + (book_.puzzles.empty() ? 0U : 1U) +
                                  (has_index(book_) ? 1U : 0U);
        const std::size_t lines_on_last = (lines - 1) % lines_on_page + 1;
        const bool apart = lines_on_last > lines_above_legend;
        out_ += "<nav id=\"contents\" aria-label=\"Contents\">\n<h2>Contents</h2>\n<ul>\n";
        std::size_t line = 0, page = has_front() ? 2 : 1;  // the last one so far
        const auto add_line = [&](std::string_view to, std::string_view name, std::string_view detail,
                                  const std::string& number) {
            if (line > 0 && line % lines_on_page == 0) out_ += "</ul>\n<ul>\n";
            ++line;
            add("<li><a href=\"#{}\">{}</a> <small>{}</small> <span class=\"page\">{}</span></li>\n", to,
                text(name), text(detail), number);
        };
        if (!book_.foreword.empty()) add_line("foreword", "Foreword", "", std::to_string(page));
        page += (lines + lines_on_page - 1) / lines_on_page + (apart ? 1 : 0);
        if (has_rules(book_)) add_line("rules", "The rules on one page", "", std::to_string(++page));
        const Grid grid = grid_of(book_);
        for (std::size_t n = 0; n < book_.chapters.size(); ++n) {
            const Chapter& chapter = book_.chapters[n];
            add_line(fmt::format("c{}", n + 1), chapter.heading, detail_of(chapter),
                     std::to_string(page + 1));
            const std::size_t on_page = grid.columns * grid.rows, openings = chapter.idea.empty() ? 0 : 1;
            page += openings + (chapter.count - openings + on_page - 1) / on_page;
        }
        if (!book_.puzzles.empty()) add_line("solutions", "Solutions", "", std::to_string(page + 1));
        if (has_index(book_)) add_line("index", "Index", "at the end", "");
        add("</ul>\n<div{}>\n", apart ? " class=\"apart\"" : "");
        for (const std::string& one : legend(book_)) paragraph("legend", one);
        out_ += "</div>\n</nav>\n";
    }

    void rules() {
        if (!has_rules(book_)) return;
        add("<section id=\"rules\">\n<h2>The rules on one page</h2>\n<p>{}</p>\n<div class=\"grid\">\n",
            text(book_.rules.intro));
        for (const RulesPart& part : book_.rules.parts)
            add("<section><h3>{}</h3>{}<p>{}</p></section>\n", text(part.heading), drawings_.draw(part.scene),
                text(part.text));
        add("</div>\n<p>{}</p>\n</section>\n", text(book_.rules.end));
    }

    void chapter(const Chapter& chapter, std::size_t number) {
        add("<section id=\"c{}\">\n<h2>{} <small>{}</small></h2>\n", number, text(chapter.heading),
            text(detail_of(chapter)));
        if (chapter.count == 0) out_ += "<p>No puzzles.</p>\n";
        if (!chapter.idea.empty()) opening(chapter);
        const Grid grid = grid_of(book_);
        const std::size_t end = chapter.first + chapter.count;
        for (std::size_t at = chapter.first + (chapter.idea.empty() ? 0 : 1); at < end;) {
            out_ += "<div class=\"grid sheet lazy\">\n";
            for (const std::size_t last = std::min(end, at + grid.columns * grid.rows); at < last; ++at)
                puzzle(book_.puzzles[at], at + 1);
            out_ += "</div>\n";
        }
        out_ += "</section>\n";
    }

    /// Writes the page on which the first puzzle of a chapter explains its idea.
    void opening(const Chapter& chapter) {
        const BookPuzzle& example = book_.puzzles[chapter.first];
        add("<div class=\"opening lazy\" id=\"p{}\"><h3>An idea: {}</h3>", chapter.first + 1,
            text(readable(chapter.idea)));
        paragraph("idea", sentence(book_.meanings.at(chapter.idea)));
        add("<div class=\"board\">{}</div>", waiting(example.solutions.front().scene));
        paragraph("name", numbered_title(example, chapter.first + 1));
        paragraph("question", example.question);
        for (const PlayLine& line : solution_text(example)) paragraph("play", line.text);
        paragraph("comment", example.comment);
        paragraph("meta", attribution(example));
        out_ += "</div>\n";
    }

    void puzzle(const BookPuzzle& puzzle, std::size_t number) {
        add("<article class=\"puzzle\" id=\"p{}\"{}>{}{}", number,
            solver_.empty() ? "" : fmt::format(" data-variant=\"{}\"", text(puzzle.variant)),
            begin_board(puzzle.scene), waiting(puzzle.scene));
        faces(puzzle);
        add("</div><div class=\"caption\"><h3>{}.</h3>", number);
        if (book_.for_composers)
            add("<span>{}</span><span>{}</span>", text(puzzle.stipulation), text(men_and_check(puzzle)));
        out_ += "</div>";
        paragraph("name", puzzle.title);
        paragraph("twins", joined(puzzle.twins, "; "));
        paragraph("question", puzzle.question);
        paragraph("meta", attribution(puzzle));
        paragraph("fen", puzzle.fen);
        add("<p class=\"links\"><a href=\"#s{}\">Solution</a></p></article>\n", number);
    }

    /// Writes the answers, hidden until each is opened, in the order of the board.
    void faces(const BookPuzzle& puzzle) {
        const std::size_t count = puzzle.answers.size();
        if (count == 1) {
            add("<div class=\"faces one\"><details><summary>Show the "
                "answer</summary><p>{}</p></details></div>",
                text(puzzle.answers.front().text));
            return;
        }
        if (count == 0) return;
        begin_faces(puzzle);
        for (const Answer* answer : answers_as_on_board(puzzle))
            add("<details><summary aria-label=\"{}: show the answer\">{}</summary><p>{}</p></details>",
                text(answer->name), text(answer->label), text(answer->text));
        out_ += "</div>";
    }

    void solutions() {
        constexpr std::size_t most_lines = 48;
        out_ += "<section id=\"solutions\">\n<h2>Solutions</h2>\n<div class=\"solutions\">\n";
        for (std::size_t n = 0; n < book_.puzzles.size(); ++n) solution(book_.puzzles[n], n + 1, most_lines);
        out_ += "</div>\n</section>\n";
    }

    void index() {
        if (!has_index(book_)) return;
        out_ += "<section id=\"index\">\n<h2>Index</h2>\n";
        index_part("Ideas", index_by_idea(book_));
        index_part("Authors", index_by_author(book_));
        out_ += "</section>\n";
    }

    void index_part(std::string_view heading, const std::vector<IndexEntry>& entries) {
        if (entries.empty()) return;
        add("<h3>{}</h3>\n<div class=\"index\">\n", heading);
        for (const IndexEntry& entry : entries) {
            std::vector<std::string> links;
            for (const std::size_t number : entry.puzzles)
                links.push_back(fmt::format("<a href=\"#p{0}\">{0}</a>", number));
            add("<p><b>{}</b>{}<br>{}{}</p>\n", text(entry.name),
                entry.meaning.empty() ? "" : fmt::format(" <small>{}</small>", text(entry.meaning)),
                selection_text(entry), joined(links, ", "));
        }
        out_ += "</div>\n";
    }

    const Book& book_;
    const std::string_view solver_;
};

/// Writes a sheet for a class.
class SheetWriter : Writer {
  public:
    explicit SheetWriter(const ClassSheet& sheet)
        : Writer(drawings_of(sheet)), sheet_(sheet), grid_(grid_of(sheet)) {}

    std::string write(const PageSize& page) {
        constexpr std::size_t most_lines = 14;
        out_ +=
            html_head(sheet_.title, "",
                      fmt::format("{}{}{}{}{}", serif_css, book_css, paper_css, sheet_css,
                                  grid_css(page, grid_, 16, 6 + 4.6 * answer_lines(),
                                           grid_.columns < 3 && grid_.rows < 4 ? 9.5 : 8, sheet_.puzzles)),
                      drawings_);
        add("<section id=\"puzzles\" class=\"paper\">\n<header><h1>{}</h1>Name <span class=\"blank\"></span>"
            "Date <span class=\"blank\"></span></header>\n<div class=\"sheet\">\n",
            text(sheet_.title));
        for (std::size_t n = 0; n < sheet_.puzzles.size(); ++n) puzzle(sheet_.puzzles[n], n + 1);
        add("</div>\n</section>\n<section id=\"answers\" class=\"paper\">\n<h1>Answers: {}</h1>\n"
            "<div class=\"solutions\">\n",
            text(sheet_.title));
        for (std::size_t n = 0; n < sheet_.puzzles.size(); ++n)
            solution(sheet_.puzzles[n], n + 1, most_lines);
        add("</div>\n</section>\n<script>{}</script>\n<script>{}</script>\n</body>\n</html>\n", book_script,
            sheet_script);
        return std::move(out_);
    }

  private:
    int answer_lines() const { return grid_.rows < 4 ? 2 : 1; }

    void puzzle(const BookPuzzle& puzzle, std::size_t number) {
        add("<article class=\"puzzle\" id=\"p{}\">{}{}", number, begin_board(puzzle.scene),
            drawings_.draw(puzzle.scene));
        if (puzzle.answers.size() > 1) {
            begin_faces(puzzle);
            for (const Answer* answer : answers_as_on_board(puzzle))
                add("<span class=\"box\">{}</span>", is_labelled(puzzle) ? "" : text(answer->label));
            out_ += "</div>";
        }
        for (int line = 0; line < answer_lines(); ++line) out_ += "<div class=\"lines\"></div>";
        out_ += "</div>";
        const bool titled = !puzzle.title.empty();
        paragraph("name", fmt::format("{}. {}", number, titled ? puzzle.title : puzzle.question));
        if (titled) paragraph("question", puzzle.question);
        paragraph("twins", joined(puzzle.twins, "; "));
        paragraph("meta", attribution(puzzle));
        out_ += "</article>\n";
    }

    const ClassSheet& sheet_;
    const Grid grid_;
};

}  // namespace

std::string html_book(const Book& book, const PageSize& page, std::string_view solver) {
    return BookWriter(book, solver).write(page);
}

std::string html_sheet(const ClassSheet& sheet, const PageSize& page) {
    return SheetWriter(sheet).write(page);
}

}  // namespace octomate::draw
