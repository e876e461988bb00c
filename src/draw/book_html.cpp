#include <fmt/format.h>

#include <iterator>
#include <utility>

#include "draw/book.hpp"
#include "draw/book_layout.hpp"
#include "draw/book_style.hpp"
#include "draw/book_words.hpp"
#include "draw/page.hpp"
#include "draw/xml.hpp"

namespace octomate::draw {

namespace {

/// Writes the document from its beginning to its end.
class Writer {
  public:
    Writer(const Book& book, const PageSize& page, std::string_view solver)
        : book_(book),
          page_(page),
          solver_(solver),
          drawings_(shared_drawings(book)),
          canvas_(page, drawings_),
          layout_(lay_out(book, canvas_)) {}

    std::string write() {
        out_ += html_head(book_.title, book_.author, book_style(book_, layout_, page_), drawings_);
        cover();
        contents();
        out_ += "<main>\n";
        rules();
        puzzles();
        solutions();
        index();
        add("</main>\n<script>{}</script>\n", book_script);
        if (!solver_.empty()) add("<script>{}</script>\n", solver_);
        out_ += "</body>\n</html>\n";
        return std::move(out_);
    }

  private:
    template <class... Args>
    void add(fmt::format_string<Args...> format, Args&&... args) {
        fmt::format_to(std::back_inserter(out_), format, std::forward<Args>(args)...);
    }

    static std::string text(std::string_view plain) { return escape_xml(plain); }

    void cover() {
        add("<header class=\"cover\">\n<h1>{}</h1>\n", text(book_.title));
        if (!book_.author.empty()) add("<p>{}</p>\n", text(book_.author));
        add("<p>{}</p>\n{}\n</header>\n", text(subtitle(book_)),
            book_.rules.cover.cells.empty() ? "" : drawings_.draw(book_.rules.cover));
    }

    void contents() {
        out_ += "<nav id=\"contents\" aria-label=\"Contents\">\n<h2>Contents</h2>\n<ul>\n";
        for (const ContentsLine& line : contents_of(book_, layout_))
            add("<li><a href=\"#{}\">{}</a> <small>{}</small> <span class=\"page\">{}</span></li>\n", line.to,
                text(line.name), text(line.detail), line.page);
        add("</ul>\n<p>{}</p>\n</nav>\n", text(legend(book_)));
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

    void puzzles() {
        std::size_t page = 0;
        for (std::size_t n = 0; n < book_.chapters.size(); ++n) {
            const Chapter& chapter = book_.chapters[n];
            add("<section id=\"c{}\">\n<h2>{} <small>{}</small></h2>\n", n + 1, text(chapter.heading),
                text(detail_of(chapter)));
            for (; page < layout_.puzzles.size() && layout_.puzzles[page].chapter == n; ++page) {
                const Range& range = layout_.puzzles[page].puzzles;
                out_ += "<div class=\"grid sheet lazy\">\n";
                for (std::size_t at = range.first; at < range.first + range.count; ++at)
                    puzzle(book_.puzzles[at], at + 1);
                out_ += "</div>\n";
            }
            add("{}</section>\n", chapter.count == 0 ? "<p>There are none.</p>\n" : "");
        }
    }

    /// A diagram that the script draws when it is looked at.
    std::string waiting(const Scene& scene) const {
        const Frame frame(scene);
        return fmt::format("<div style=\"aspect-ratio:{}/{}\"><noscript>{}</noscript></div>", frame.width,
                           frame.height, drawings_.draw(scene));
    }

    void puzzle(const BookPuzzle& puzzle, std::size_t number) {
        add("<article class=\"puzzle\" id=\"p{}\"{}><div class=\"board\">{}", number,
            solver_.empty() ? "" : fmt::format(" data-variant=\"{}\"", text(puzzle.variant)),
            waiting(puzzle.scene));
        faces(puzzle);
        add("</div><p class=\"write\"></p><div class=\"caption\"><h3>{}</h3><span>{}</span><span>{}</span>"
            "</div>",
            number, text(puzzle.stipulation), text(men_and_check(puzzle)));
        paragraph("name", puzzle.title);
        paragraph("question", puzzle.question);
        paragraph("meta", attribution(puzzle));
        paragraph("fen", puzzle.fen);
        add("<p class=\"links\"><a href=\"#s{}\">Solution</a></p></article>\n", number);
    }

    void paragraph(std::string_view kind, std::string_view content) {
        if (!content.empty()) add("<p class=\"{}\">{}</p>", kind, text(content));
    }

    /// Faces to open, in the order of the board and below its files where it bears their labels.
    void faces(const BookPuzzle& puzzle) {
        const Scene& scene = puzzle.scene;
        const std::size_t count = puzzle.answers.size();
        if (count == 1) {
            add("<div class=\"faces one\"><details><summary>Show the "
                "answer</summary><p>{}</p></details></div>",
                text(puzzle.answers.front().text));
            return;
        }
        if (count == 0) return;
        const double width = Frame(scene).width / 100.0;
        const bool below = count == scene.labels.size();
        add("<div class=\"faces\" style=\"grid-template-columns:repeat({},1fr);{}\">", count,
            below ? fmt::format("margin:0 {:.1f}% 0 {:.1f}%",
                                100 - (Frame::left + scene.files * square_side) / width, Frame::left / width)
                  : std::string());
        for (const Answer* answer : answers_as_on_board(puzzle))
            add("<details><summary aria-label=\"{}: show the answer\">{}</summary><p>{}</p></details>",
                text(answer->name), text(answer->label), text(answer->text));
        out_ += "</div>";
    }

    void solutions() {
        out_ += "<section id=\"solutions\">\n<h2>Solutions</h2>\n";
        for (const SolutionPage& page : layout_.solutions) {
            out_ += "<div class=\"solutions leaf lazy\">\n";
            for (const Range& column : page) {
                out_ += "<div>\n";
                for (std::size_t n = column.first; n < column.first + column.count; ++n)
                    solution(book_.puzzles[n], n + 1);
                out_ += "</div>\n";
            }
            out_ += "</div>\n";
        }
        out_ += "</section>\n";
    }

    void solution(const BookPuzzle& puzzle, std::size_t number) {
        const SolutionEntry on_paper(puzzle, number, solution_width(canvas_), {});
        add("<section class=\"solution\" id=\"s{0}\"{2}><h3><a href=\"#p{0}\">{0}.</a> {1}</h3>", number,
            text(puzzle.title),
            on_paper.is_cut() ? fmt::format(" style=\"--height:{:.0f}pt\"", on_paper.height())
                              : std::string());
        for (const PlayLine& line : solution_text(puzzle)) {
            if (line.indent == 0) {
                paragraph("play", line.text);
            } else {
                add("<p class=\"play\" style=\"--in:{}\">{}</p>", line.indent, text(line.text));
            }
        }
        paragraph("comment", puzzle.comment);
        paragraph("meta", details(puzzle));
        if (const auto ends = ends_of(puzzle); !ends.empty()) {
            out_ += "<div class=\"ends\">";
            for (const Scene* end : ends) add("<div class=\"end\">{}</div>", waiting(*end));
            out_ += "</div>";
        }
        out_ += "</section>\n";
    }

    void index() {
        if (!has_index(book_)) return;
        out_ += "<section id=\"index\">\n<h2>Index</h2>\n";
        index_part("By theme", index_by_theme(book_));
        index_part("By author", index_by_author(book_));
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
                selection_text(entry), fmt::join(links, ", "));
        }
        out_ += "</div>\n";
    }

    const Book& book_;
    const PageSize& page_;
    const std::string_view solver_;
    const SharedDrawings drawings_;
    const Canvas canvas_;
    const BookLayout layout_;
    std::string out_;
};

}  // namespace

std::string html_book(const Book& book, const PageSize& page, std::string_view solver) {
    return Writer(book, page, solver).write();
}

}  // namespace octomate::draw
