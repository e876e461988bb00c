#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "draw/book.hpp"
#include "draw/book_layout.hpp"
#include "draw/book_words.hpp"
#include "draw/canvas.hpp"
#include "draw/html.hpp"
#include "text/words.hpp"

namespace octomate::draw {

namespace {

constexpr std::string_view book_css = R"(
body{font-family:'Octomate Serif',Georgia,serif}
.cover{text-align:center;padding:2rem 0}
.cover .o-diagram{max-width:24rem;margin:2rem auto}
#contents li{display:flex;gap:1rem;border-bottom:1px solid var(--line);padding:.2rem 0}
#contents ul{list-style:none;padding:0}
#contents a{min-width:12rem}
.page{display:none}
.opening{text-align:center;max-width:32rem;margin:2rem auto}
.opening .play{font-weight:bold;padding:0;text-indent:0}
.grid{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,19rem),1fr));gap:2rem}
.sheet{content-visibility:auto;contain-intrinsic-size:auto 60rem;margin-bottom:2rem}
.puzzle .o-diagram,.end .o-diagram{margin:0;max-width:none}
.board{max-width:26rem;margin:auto}
.faces{display:grid;gap:.2rem}
summary{list-style:none;text-align:center;cursor:pointer;border:1px solid var(--line);border-radius:.3rem;
background:var(--box);padding:.2rem 0;font-weight:bold}
summary::-webkit-details-marker{display:none}
summary:hover,summary:focus-visible{outline:3px solid var(--link)}
details[open]{grid-column:1/-1;display:flex;gap:.6rem;align-items:center}
details[open] summary{min-width:2.2rem}
details p{margin:0;overflow-wrap:anywhere}
.caption{display:flex;justify-content:space-between;margin-top:.4rem}
.fen{color:var(--faint);font-size:.75rem;overflow-wrap:anywhere}
.name{font-weight:bold}
.solutions{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,22rem),1fr));gap:0 2.5rem}
.solution{margin-bottom:1rem;overflow-wrap:anywhere}
.solution p{margin:0}
.play{padding-left:calc(1rem*var(--in,0) + 1rem);text-indent:-1rem}
.ends{display:grid;grid-template-columns:repeat(3,1fr);gap:.3rem;max-width:30rem}
.index{columns:2 18rem;column-gap:2rem}
.index p{break-inside:avoid-column;overflow-wrap:anywhere}
@media print{
h2{margin:0 0 3mm;font-size:13pt;break-after:avoid}
.faces.one,.links,.fen{display:none}
.page{display:inline;margin-left:auto}
.cover{padding-top:35mm;break-after:page}
.cover .o-diagram{max-width:120mm}
#foreword,#contents,#rules,.opening,.sheet,.leaf{break-after:page}
#rules .grid{grid-template-columns:1fr 1fr;gap:3mm 8mm}
#rules .o-diagram{max-width:46mm}
#rules p{font-size:8.5pt;line-height:1.3}
.sheet{content-visibility:visible;margin:0;gap:2mm 6mm}
.puzzle{break-inside:avoid;overflow:hidden;font-size:8pt;line-height:1.25}
.puzzle p{margin:0}
.puzzle h3{font-size:8.5pt}
.board{width:var(--board)}
summary,details[open] summary{width:3.2mm;min-width:0;height:3.2mm;margin:auto;padding:0;border-radius:0;
color:transparent;background:none}
details[open]{grid-column:auto;display:block}
details p{display:none}
.caption{margin-top:1mm}
.solutions{grid-template-columns:1fr 1fr;gap:0 8mm;font-size:8pt;line-height:1.2}
.solution{break-inside:avoid;margin-bottom:1.5mm;max-height:var(--height);overflow:hidden}
.solution h3{font-size:8pt}
.meta,.index small{font-size:6.8pt}
.index{columns:2;font-size:8pt;line-height:1.2}
.index p{margin:0 0 1mm}
}
)";

constexpr double mm = 72 / 25.4;

/// Draws a diagram, which waits as text, when it comes into view or is printed. Without scripts all are drawn
/// at once.
constexpr std::string_view book_script =
    R"((()=>{const all=document.querySelectorAll('.lazy'),
draw=part=>{for(const text of part.querySelectorAll('noscript'))text.parentNode.innerHTML=text.textContent};
addEventListener('beforeprint',()=>all.forEach(draw));
const seen=new IntersectionObserver(parts=>{for(const part of parts)if(part.isIntersecting){
seen.unobserve(part.target);draw(part.target)}},{rootMargin:'50%'});
all.forEach(part=>seen.observe(part))})())";

/// What books add to the looks of all pages, on the screen and on paper of a size, where each page of the
/// layout stands on a page of its own.
std::string book_style(const Book& book, const BookLayout& layout, const PageSize& page) {
    constexpr double margin = 14, heading = 10, gap = 2, column_gap = 6, caption = 24;  // millimetres
    double aspect = 1;
    for (const BookPuzzle& puzzle : book.puzzles) aspect = std::max(aspect, Frame(puzzle.scene).aspect());
    const Grid grid = layout.grid;
    const double height = (page.height / mm - 2 * margin - heading) / grid.rows - gap;
    const double width = (page.width / mm - 2 * margin - column_gap * (grid.columns - 1)) / grid.columns;
    return fmt::format(
        "{}@page{{size:{:g}pt {:g}pt;margin:{:g}mm;@bottom-center{{content:counter(page);font-size:8pt}}}}\n"
        "@media print{{.sheet{{grid-template-columns:repeat({},1fr)}}.puzzle{{height:{:.1f}mm;"
        "--board:{:.1f}mm}}}}",
        book_css, page.width, page.height, margin, grid.columns, height,
        std::min(width, std::max(10.0, height - caption) * aspect));
}

/// Writes the document from beginning to end.
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
        const std::string style = std::string(serif_css) + book_style(book_, layout_, page_);
        out_ += html_head(book_.title, book_.author, style, drawings_);
        cover();
        front();
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

    void front() {
        if (!has_front(book_)) return;
        out_ += "<section id=\"foreword\" aria-label=\"Foreword\">\n";
        if (!book_.foreword.empty()) out_ += "<h2>Foreword</h2>\n";
        for (const std::string_view one : words_between(book_.foreword, '\n')) paragraph("foreword", one);
        out_ += "<div class=\"imprint\">\n";
        for (const std::string_view line : words_between(book_.imprint, '\n')) paragraph("meta", line);
        out_ += "</div>\n</section>\n";
    }

    void contents() {
        out_ += "<nav id=\"contents\" aria-label=\"Contents\">\n<h2>Contents</h2>\n<ul>\n";
        for (const ContentsLine& line : contents_of(book_, layout_))
            add("<li><a href=\"#{}\">{}</a> <small>{}</small> <span class=\"page\">{}</span></li>\n", line.to,
                text(line.name), text(line.detail), line.page);
        out_ += "</ul>\n";
        for (const std::string& one : legend(book_)) paragraph("legend", one);
        out_ += "\n</nav>\n";
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
                if (range.count == 0) opening(chapter);
                if (range.count == 0) continue;
                out_ += "<div class=\"grid sheet lazy\">\n";
                for (std::size_t at = range.first; at < range.first + range.count; ++at)
                    puzzle(book_.puzzles[at], at + 1);
                out_ += "</div>\n";
            }
            add("{}</section>\n", chapter.count == 0 ? "<p>No puzzles.</p>\n" : "");
        }
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

    /// A diagram that the script draws when it comes into view.
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
        add("</div><div class=\"caption\"><h3>{}</h3>", number);
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

    void paragraph(std::string_view kind, std::string_view content) {
        if (!content.empty()) add("<p class=\"{}\">{}</p>", kind, text(content));
    }

    /// Answers to open, in the order of the board, and below its labels where it bears them.
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
        paragraph("meta", attribution(puzzle));
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
