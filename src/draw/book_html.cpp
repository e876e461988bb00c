#include <fmt/format.h>

#include <iterator>
#include <utility>

#include "draw/book.hpp"
#include "draw/page.hpp"
#include "draw/xml.hpp"

namespace octomate::draw {

namespace {

/// What books add to the looks of all pages.
constexpr std::string_view book_style = R"(
.cover{text-align:center;padding:2rem 0}
.cover .o-diagram{max-width:24rem;margin:2rem auto}
nav ul{display:flex;flex-wrap:wrap;gap:.5rem 1.5rem;justify-content:center;list-style:none;padding:0}
.grid{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,19rem),1fr));gap:2rem}
.sheet{content-visibility:auto;contain-intrinsic-size:auto 60rem;margin-bottom:2rem}
.faces{display:grid;grid-template-columns:repeat(8,1fr);gap:.25rem}
.faces.one{grid-template-columns:1fr}
summary{list-style:none;text-align:center;cursor:pointer;border:1px solid var(--line);border-radius:.3rem;
background:var(--box);padding:.2rem;font-weight:bold}
summary::-webkit-details-marker{display:none}
summary:hover,summary:focus-visible{outline:3px solid var(--link)}
details[open]{grid-column:1/-1;display:flex;gap:.6rem;align-items:center}
details[open] summary{min-width:2.2rem}
details p{margin:0;overflow-wrap:anywhere}
.write{display:none}
figure{margin:0}
figcaption{text-align:center;font-weight:bold}
.index{columns:2 18rem;column-gap:2rem}
.index p{break-inside:avoid-column;overflow-wrap:anywhere}
@media print{
h2{margin:0 0 4mm;break-after:avoid}
nav,.faces,.links{display:none}
.cover{padding-top:35mm;break-after:page}
.cover .o-diagram{max-width:120mm}
#rules,#solutions,#index{break-before:page}
#rules .grid{grid-template-columns:1fr 1fr;gap:3mm 8mm}
#rules .o-diagram{max-width:46mm}
#rules p{font-size:8.5pt;line-height:1.3}
#puzzles h2{position:absolute;left:-9999px}
.sheet{content-visibility:visible;break-before:page;margin:0;grid-template-columns:1fr 1fr;gap:4mm 10mm}
.puzzle{break-inside:avoid;height:80mm;overflow:hidden}
.puzzle .o-diagram{max-width:65mm;margin:1mm auto}
.puzzle h3,.puzzle .question{white-space:nowrap;overflow:hidden;text-overflow:ellipsis}
.puzzle p{margin:0}
.write{display:block;border-bottom:.3mm solid #888;padding-bottom:1mm;word-spacing:.6mm}
#solutions .grid{grid-template-columns:repeat(3,1fr);gap:5mm}
#solutions .o-diagram{max-width:46mm}
.solution{break-inside:avoid;font-size:8.5pt}
.meta{font-size:7.5pt}
}
)";

/// Writes the document from its beginning to its end.
class Writer {
  public:
    Writer(const Book& book, const PageSize& page)
        : book_(book), page_(page), drawings_(shared_drawings(book)) {}

    std::string write() {
        head();
        cover();
        out_ += "<main>\n";
        rules();
        puzzles();
        solutions();
        index();
        return std::move(out_.append("</main>\n</body>\n</html>\n"));
    }

  private:
    template <class... Args>
    void add(fmt::format_string<Args...> format, Args&&... args) {
        fmt::format_to(std::back_inserter(out_), format, std::forward<Args>(args)...);
    }

    static std::string text(std::string_view plain) { return escape_xml(plain); }

    static std::string link(char kind, std::size_t number) {
        return fmt::format("<a href=\"#{}{}\">{}</a>", kind, number, number);
    }

    void head() {
        const std::string style =
            fmt::format("{}@page{{size:{:g}pt {:g}pt;margin:14mm}}", book_style, page_.width, page_.height);
        out_ += html_head(book_.title, book_.author, style, drawings_);
    }

    void cover() {
        add("<header class=\"cover\">\n<h1>{}</h1>\n", text(book_.title));
        if (!book_.author.empty()) add("<p>{}</p>\n", text(book_.author));
        add("<p>{}</p>\n{}\n", text(subtitle(book_)),
            book_.rules.cover.cells.empty() ? "" : drawings_.draw(book_.rules.cover));
        add("<nav aria-label=\"Contents\"><ul>{}<li><a href=\"#puzzles\">Puzzles</a></li><li><a "
            "href=\"#solutions\">Solutions</a></li>{}</ul></nav>\n"
            "</header>\n",
            has_rules(book_) ? "<li><a href=\"#rules\">The rules</a></li>" : "",
            has_index() ? "<li><a href=\"#index\">Index</a></li>" : "");
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
        add("<section id=\"puzzles\">\n<h2>Puzzles</h2>\n");
        for (std::size_t n = 0; n < book_.puzzles.size(); ++n) {
            if (n % 6 == 0) add("{}<div class=\"grid sheet\">\n", n > 0 ? "</div>\n" : "");
            puzzle(book_.puzzles[n], n + 1);
        }
        add("{}</section>\n", book_.puzzles.empty() ? "<p>There are none.</p>\n" : "</div>\n");
    }

    void puzzle(const BookPuzzle& puzzle, std::size_t number) {
        add("<article class=\"puzzle\" id=\"p{0}\"><h3>{0}. {1} <small>{2}</small></h3>"
            "<p class=\"question\">{3}</p>{4}",
            number, text(puzzle.title), text(puzzle.label), text(puzzle.question),
            drawings_.draw(puzzle.scene));
        add("<div class=\"faces{}\">", puzzle.answers.size() == 1 ? " one" : "");
        std::string labels;
        for (const Answer& answer : puzzle.answers) {
            if (puzzle.answers.size() == 1) {
                add("<details><summary>Show the answer</summary>");
            } else {
                add("<details><summary aria-label=\"{}: show the answer\">{}</summary>", text(answer.name),
                    text(answer.label));
                labels.append(text(answer.label)).append(" ");
            }
            add("<p>{}</p></details>", text(answer.text));
        }
        add("</div><p class=\"write\">{}Move:</p><p class=\"links\"><a "
            "href=\"#s{}\">Solution</a></p></article>\n",
            labels.empty() ? "" : text(puzzle.outcomes) + ": " + labels + "&#160; ", number);
    }

    void solutions() {
        add("<section id=\"solutions\">\n<h2>Solutions</h2>\n<div class=\"grid\">\n");
        for (std::size_t n = 0; n < book_.puzzles.size(); ++n) solution(book_.puzzles[n], n + 1);
        add("</div>\n</section>\n");
    }

    void solution(const BookPuzzle& puzzle, std::size_t number) {
        add("<section class=\"solution\" id=\"s{}\"><h3>{} <small>{}</small></h3>", number, link('p', number),
            text(puzzle.label));
        if (puzzle.solutions.empty()) add("<p>{}.</p>", no_solution_text(puzzle));
        for (const Solution& solution : puzzle.solutions)
            add("<figure>{}<figcaption>{}{}</figcaption></figure>", drawings_.draw(solution.scene),
                text(solution.move), text(on_labels(solution.labels)));
        if (!puzzle.comment.empty()) add("<p>{}</p>", text(puzzle.comment));
        add("{}</section>\n", meta(puzzle));
    }

    /// Who made it, where it is from, its themes and its difficulty.
    static std::string meta(const BookPuzzle& puzzle) {
        std::vector<std::string> words;
        if (!puzzle.author.empty()) words.push_back(text(puzzle.author));
        if (!puzzle.source.empty()) words.push_back(text(puzzle.source));
        for (const std::string& theme : puzzle.themes) words.push_back(text(theme));
        if (puzzle.difficulty) words.push_back(fmt::format("difficulty {:.0f}", *puzzle.difficulty));
        return words.empty() ? "" : fmt::format("<p class=\"meta\">{}</p>", fmt::join(words, " · "));
    }

    bool has_index() const { return !index_by_theme(book_).empty() || !index_by_difficulty(book_).empty(); }

    void index() {
        if (!has_index()) return;
        add("<section id=\"index\">\n<h2>Index</h2>\n");
        index_part("By theme", index_by_theme(book_));
        index_part("By difficulty", index_by_difficulty(book_));
        add("</section>\n");
    }

    void index_part(std::string_view heading, const std::vector<IndexEntry>& entries) {
        if (entries.empty()) return;
        add("<h3>{}</h3>\n<div class=\"index\">\n", heading);
        for (const IndexEntry& entry : entries) {
            std::vector<std::string> links;
            for (const std::size_t number : entry.puzzles) links.push_back(link('p', number));
            add("<p><b>{}</b> {}</p>\n", text(entry.name), fmt::join(links, ", "));
        }
        add("</div>\n");
    }

    const Book& book_;
    const PageSize& page_;
    const SharedDrawings drawings_;
    std::string out_;
};

}  // namespace

std::string html_book(const Book& book, const PageSize& page) { return Writer(book, page).write(); }

}  // namespace octomate::draw
