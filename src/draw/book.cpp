#include "draw/book.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <set>
#include <utility>

#include "draw/svg.hpp"
#include "text/text.hpp"

namespace octomate::draw {

/// The `@font-face` rules for the typeface of books and sheets, which includes figurines, as CSS.
extern const std::string_view serif_css;

/// Style sheets, compiled in from the files of this folder: for books on the screen; for diagrams, captions
/// and solutions on paper; for the other pages of a printed book; and for sheets.
extern const std::string_view book_css, paper_css, book_print_css, sheet_css;

/// Scripts of books and sheets, compiled in from the files of this folder.
extern const std::string_view book_script, sheet_script;

/// Rules for sorting letters, compiled in from letters.txt. A line begins with ◌ and an accent, and lists
/// letters with that accent, each followed by its base letter: "ÉE". The line that begins with "=" lists
/// letters without an accent, each followed by the letters that replace it for sorting: "ßss".
extern const std::string_view letters_txt;

namespace {

/// Joins `labels` with commas and shortens runs of three or more consecutive numbers: "1–4,7".
std::string label_ranges(const std::vector<std::string>& labels) {
    std::vector<std::string> parts;
    for (std::size_t i = 0; i < labels.size();) {
        std::size_t end = i + 1;
        const auto follows = [&](const std::string& a, const std::string& b) {
            return number_in<int>(a).value_or(-1) + 1 == number_in<int>(b).value_or(-1);
        };
        while (end < labels.size() && follows(labels[end - 1], labels[end])) ++end;
        if (end - i < 3) end = i + 1;
        parts.push_back(end - i > 1 ? labels[i] + "–" + labels[end - 1] : labels[i]);
        i = end;
    }
    return joined(parts, ",");
}

constexpr std::array<std::string_view, 5> difficulty_steps = {"very easy", "easy", "medium", "hard",
                                                              "very hard"};
constexpr int difficulty_step_width = 20;

/// Consecutive steps of difficulty that share a chapter, and the range of their puzzles in the book.
struct StepSpan {
    std::size_t first, last;   // indexes in `difficulty_steps`
    std::size_t begin, count;  // index of the first puzzle, and number of puzzles
};

Chapter chapter_of(const StepSpan& span) {
    Chapter chapter;
    chapter.heading = difficulty_steps[span.first];
    chapter.heading.front() = static_cast<char>(chapter.heading.front() - 'a' + 'A');
    if (span.last != span.first) chapter.heading.append(" to ").append(difficulty_steps[span.last]);
    const int end = span.last + 1 == difficulty_steps.size()
                        ? 100
                        : static_cast<int>(span.last + 1) * difficulty_step_width - 1;
    chapter.detail =
        fmt::format("difficulty {}–{}", static_cast<int>(span.first) * difficulty_step_width, end);
    chapter.first = span.begin;
    chapter.count = span.count;
    return chapter;
}

/// Checks whether `a` precedes `b`. Puzzles are sorted by difficulty; those without one follow, by kind.
bool comes_first(const BookPuzzle& a, const BookPuzzle& b) {
    if (a.difficulty && b.difficulty) return *a.difficulty < *b.difficulty;
    if (a.difficulty || b.difficulty) return a.difficulty.has_value();
    return a.kind < b.kind;
}

/// Divides the puzzles that have a difficulty, the sorted start of `puzzles`, into spans. A step with fewer
/// than `min_puzzles` puzzles is merged with the next step, or the last step with the one before.
std::vector<StepSpan> spans_of(const std::vector<BookPuzzle>& puzzles, std::size_t min_puzzles) {
    std::vector<StepSpan> spans;
    for (std::size_t i = 0; i < puzzles.size() && puzzles[i].difficulty; ++i) {
        const auto step =
            static_cast<std::size_t>(std::clamp(*puzzles[i].difficulty / difficulty_step_width, 0.0, 4.0));
        if (spans.empty() || (step != spans.back().last && spans.back().count >= min_puzzles))
            spans.push_back({step, step, i, 0});
        spans.back().last = step;
        ++spans.back().count;
    }
    if (spans.size() > 1 && spans.back().count < min_puzzles) {
        const StepSpan last = spans.back();
        spans.pop_back();
        spans.back().last = last.last;
        spans.back().count += last.count;
    }
    return spans;
}

/// Names in an index, each with the numbers of its puzzles in ascending order.
using Entries = std::map<std::string, std::vector<std::size_t>>;

/// Adds puzzle `number` to the entry `name`, unless it is already the last one there.
void add_number(Entries& entries, const std::string& name, std::size_t number) {
    auto& numbers = entries[name];
    if (numbers.empty() || numbers.back() != number) numbers.push_back(number);
}

/// Maps letters to their replacements, both in UTF-8.
using Letters = std::map<std::string_view, std::string>;

/// Parses `letters_txt`. With `with_mark`, maps each letter with an accent to its base letter and the accent;
/// else maps each letter of the line "=" to the letters that replace it for sorting.
Letters parse_letters(bool with_mark) {
    constexpr std::string_view circle = "◌";
    Letters map;
    for (const std::string_view line : words_between(letters_txt, '\n')) {
        if (line.starts_with(circle) != with_mark) continue;
        const std::vector<std::string_view> words = words_between(line, ' ');
        const std::string_view mark = with_mark ? words.front().substr(circle.size()) : "";
        for (std::size_t n = 1; n < words.size(); ++n) {
            const std::string_view letter = whole_character(words[n], 0);
            map.emplace(letter, std::string(words[n].substr(letter.size())).append(mark));
        }
    }
    return map;
}

/// Replaces each letter of `text` that is a key of `map`, and in turn the letters of its replacement.
std::string replace_letters(std::string_view text, const Letters& map) {
    std::string out;
    for (std::size_t offset = 0; offset < text.size();) {
        const std::string_view letter = whole_character(text, offset);
        const auto found = map.find(letter);
        out += found == map.end() ? std::string(letter) : replace_letters(found->second, map);
        offset += letter.size();
    }
    return out;
}

/// Returns a key by which names are sorted as in a dictionary: first by letters without marks and case, then
/// by marks. Composed and decomposed encodings of a letter, such as é, give the same key.
std::string sort_key(std::string_view name) {
    static const Letters accented = parse_letters(true), unaccented = parse_letters(false);
    const std::string decomposed = replace_letters(name, accented);
    std::string plain;
    for (std::size_t offset = 0; offset < decomposed.size();) {
        const std::string_view letter = whole_character(decomposed, offset);
        const bool is_mark = letter >= "\u0300" && letter < "\u0370";
        if (!is_mark) plain += letter;
        offset += letter.size();
    }
    return lower(replace_letters(plain, unaccented)) + '\n' + decomposed;
}

/// Reduces an entry of more than `index_most` puzzles to the `index_best` puzzles of the highest quality.
void keep_best(const Book& book, IndexEntry& entry) {
    if (entry.count <= index_most) return;
    std::stable_sort(entry.puzzles.begin(), entry.puzzles.end(), [&](std::size_t a, std::size_t b) {
        return book.puzzles[a - 1].quality.value_or(0) > book.puzzles[b - 1].quality.value_or(0);
    });
    entry.puzzles.resize(index_best);
    std::sort(entry.puzzles.begin(), entry.puzzles.end());
}

/// Lists the pieces with which the moved piece swaps places: " past Ke5, pe6 and Ne7"; "" if there are none.
std::string swapped_pieces_text(const Scene& scene) {
    std::vector<std::string> pieces;
    for (const Square square : stepped_back(scene))
        pieces.push_back(scene.at(square) + scene.name_of(square));
    return pieces.empty() ? "" : " past " + enumerate(pieces);
}

/// Returns the outcomes on which a move solves the puzzle: "5", "6 (free: 1–4)", "(free: 2)"; "" in a game
/// without chance.
std::string labels_text(const Solution& solution) {
    std::vector<std::string> bound;
    std::copy_if(solution.labels.begin(), solution.labels.end(), std::back_inserter(bound),
                 [&](const std::string& label) {
                     return std::find(solution.free.begin(), solution.free.end(), label) ==
                            solution.free.end();
                 });
    std::string text = joined(bound, ",");
    if (!solution.free.empty())
        text.append(text.empty() ? "" : " ")
            .append("(free: ")
            .append(label_ranges(solution.free))
            .append(")");
    return text;
}

/// Turns the name of a theme into words: "pushed king" for "pushed-king", "cascade of 2" for "cascade-2".
std::string words_of(std::string theme) {
    constexpr std::string_view cascade = "cascade-";
    std::replace(theme.begin(), theme.end(), '-', ' ');
    if (theme.size() == cascade.size() + 1 && theme.starts_with("cascade ") && is_digit(theme.back()))
        theme.insert(cascade.size(), "of ");
    return theme;
}

/// Returns the words of a theme as a heading: "Pushed king".
std::string readable(const std::string& theme) { return capitalised(words_of(theme)); }

/// Checks whether any puzzle has an idea or an author to list in an index.
bool has_index(const Book& book) {
    return std::any_of(book.puzzles.begin(), book.puzzles.end(), [](const BookPuzzle& puzzle) {
        return !puzzle.ideas.empty() || !puzzle.author.empty();
    });
}

/// Makes a sentence: "a tower goes up" becomes "A tower goes up."
std::string sentence(const std::string& words) { return capitalised(words) + '.'; }

/// Returns the difficulty and themes of a puzzle: "difficulty 48 · cascade · model mate". Leaves out an
/// unknown difficulty.
std::string details(const BookPuzzle& puzzle) {
    std::vector<std::string> words;
    if (puzzle.difficulty) words.push_back(fmt::format("difficulty {:.0f}", *puzzle.difficulty));
    for (const std::string& theme : puzzle.themes) words.push_back(words_of(theme));
    return joined(words, " · ");
}

/// Returns the final positions to draw below the solution, at most three.
std::vector<const Scene*> ends_of(const BookPuzzle& puzzle) {
    constexpr std::size_t most_ends = 3;
    std::vector<const Scene*> ends;
    for (const Solution& solution : puzzle.solutions) {
        if (solution.end && ends.size() < most_ends) ends.push_back(&*solution.end);
    }
    return ends;
}

/// Returns the subtitle of a chapter: "112 puzzles, difficulty 20–39".
std::string detail_of(const Chapter& chapter) {
    return count_of_puzzles(chapter.count) + (chapter.detail.empty() ? "" : ", " + chapter.detail);
}

/// Returns paragraphs that explain diagrams and the notation of solutions, as far as the book uses them.
std::vector<std::string> legend(const Book& book) {
    std::vector<std::string> text = {"The disc beside a board shows the side to move."};
    const auto any_puzzle = [&](auto predicate) {
        return std::any_of(book.puzzles.begin(), book.puzzles.end(), predicate);
    };
    const auto any_solution = [&](auto predicate) {
        return any_puzzle([&](const BookPuzzle& puzzle) {
            return std::any_of(puzzle.solutions.begin(), puzzle.solutions.end(), predicate);
        });
    };
    const bool die = any_puzzle([](const BookPuzzle& puzzle) { return puzzle.answers.size() > 1; });
    if (die) text.front() += " Which faces of the die have a solution? Tick the boxes below the board.";
    if (book.for_composers) {
        text.front() += " Under it are the stipulation, such as #2 (mate in two, by force)";
        if (die) text.front() += ", with d and the number of the die's faces";
        text.front() += ", and the number of men, White's and Black's.";
        if (any_puzzle([](const BookPuzzle& puzzle) { return puzzle.checked; }))
            text.front() +=
                " C+: computer-tested. The program that made this book solved the puzzle and found no dual "
                "and "
                "no shorter mate in any variation of full length; the key, if it came with one, is correct "
                "and "
                "complete.";
    }
    if (die)
        text.emplace_back(
            "5: Qa8-e4-e7# in a solution: on a 5 the queen goes from a8 to e4, climbs to e7 and mates.");
    if (any_solution([](const Solution& solution) { return !stepped_back(solution.scene).empty(); }))
        text.emplace_back(
            "past Ke5 and pe6: the piece that moves has swapped places with these pieces, and each of them "
            "now stands one square further back. Capital letters are White's pieces, small letters Black's.");
    if (any_solution([](const Solution& solution) { return !solution.free.empty(); }))
        text.emplace_back(
            "6 (free: 1–4): the move is right on a 6, and on 1 to 4 as well, where no legal move lands on "
            "the "
            "rolled file, so that any may be played.");
    if (any_puzzle([](const BookPuzzle& puzzle) { return !puzzle.play.empty(); }))
        text.emplace_back(
            "1.(5) Ra1-e1! zugzwang: a key, on a 5, after which every move of the opponent's loses; threat: "
            "what "
            "follows if the opponent does nothing against it. 1...Ke8-d8 2.(3,4) Re1-e8# is a reply, and the "
            "answer on a 3 or a 4; no number stands where the roll does not matter. dual: there is another "
            "way; "
            "short: it is done sooner than it should.");
    if (any_puzzle([](const BookPuzzle& puzzle) { return !puzzle.twins.empty(); }))
        text.emplace_back(
            "b) Ke4→e5: a twin, the same position with the king on e5; −Pa2 takes a pawn off, +wRh1 puts a "
            "white rook on h1.");
    return text;
}

bool has_rules(const Book& book) { return !book.rules.intro.empty() || !book.rules.parts.empty(); }

constexpr double mm = 72 / 25.4;                                 // points in a millimetre
constexpr double page_margin = 15, row_gap = 2, column_gap = 6;  // in millimetres

/// The numbers of columns and rows of puzzles on a printed page.
struct Grid {
    std::size_t columns, rows;
};

/// Checks whether some diagram is more than 1.5 times as wide as high.
bool has_broad_boards(const std::vector<BookPuzzle>& puzzles) {
    return std::any_of(puzzles.begin(), puzzles.end(),
                       [](const BookPuzzle& puzzle) { return Frame(puzzle.scene).aspect() > 1.5; });
}

/// Returns the grid for `per_page` puzzles on a page; broad boards get fewer columns.
Grid grid_of(const Book& book) {
    const bool broad = has_broad_boards(book.puzzles);
    switch (book.per_page) {
        case 4: return {2, 2};
        case 6: return {2, 3};
        case 12: return broad ? Grid{2, 5} : Grid{3, 4};
        default: return broad ? Grid{2, 4} : Grid{3, 3};
    }
}

/// Returns the grid that fits all puzzles of a sheet on one page.
Grid grid_of(const ClassSheet& sheet) {
    const std::size_t count = std::max<std::size_t>(1, sheet.puzzles.size());
    const std::size_t columns = count <= 2 ? 1 : count <= 6 || has_broad_boards(sheet.puzzles) ? 2 : 3;
    return {columns, (count + columns - 1) / columns};
}

/// Estimates the number of lines in the caption of a puzzle; `width` is the length of a line divided by the
/// font size.
double caption_lines(const BookPuzzle& puzzle, double width) {
    double lines = puzzle.author.empty() && puzzle.source.empty() ? 0 : 1;
    for (const std::string& text : {puzzle.title, puzzle.question, joined(puzzle.twins, "; ")})
        if (!text.empty()) lines += 1 + std::floor(text_width(text) / width);
    return lines;
}

/// Returns the CSS that divides a page into cells for puzzles, below a heading of `heading` millimetres. Each
/// cell reserves `room` millimetres below its board for faces and other elements, and space for the longest
/// caption in a font of `size` points; the board gets the rest of the height.
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

/// Returns `text` as a CSS string in double quotes, with special characters escaped.
std::string css_string(std::string_view text) {
    std::string out = "\"";
    for (const char c : printable(text)) {
        const bool special = c >= 0 && (c < ' ' || c == '"' || c == '\\' || c == '<');
        special ? (void)fmt::format_to(std::back_inserter(out), "\\{:x} ", c) : out.push_back(c);
    }
    return out + '"';
}

/// Returns CSS for a running head with the texts `left` and `right` on the printed pages of the section `id`,
/// which use a CSS page of the same name.
std::string running_head(std::string_view id, std::string_view left, std::string_view right) {
    return fmt::format("@page {0}{{@top-left{{content:{1}}}@top-right{{content:{2}}}}}\n#{0}{{page:{0}}}\n",
                       id, css_string(left), css_string(right));
}

/// Returns the complete style sheet of a book: for the screen, and for print on pages of this size.
std::string style_of(const Book& book, const PageSize& page) {
    constexpr std::string_view head_style =
        "width:50%;border-bottom:.6pt solid #888;vertical-align:bottom;padding-bottom:1mm;margin-bottom:3mm";
    std::string print_css = fmt::format(
        "@page{{font-size:8pt;color:#444;@top-left{{{0};text-align:left}}@top-right{{{0};text-align:right}}"
        "@bottom-center{{content:counter(page)}}}}\n@page :first{{@bottom-center{{content:none}}}}\n",
        head_style);
    for (std::size_t n = 0; n < book.chapters.size(); ++n) {
        const Chapter& chapter = book.chapters[n];
        print_css += running_head(fmt::format("c{}", n + 1), book.title,
                                  chapter.heading + (chapter.detail.empty() ? "" : " · " + chapter.detail));
    }
    print_css +=
        running_head("solutions", book.title, "Solutions") + running_head("index", book.title, "Index");
    // The diagrams of the page of rules are made so small that its text fits on the page, too.
    const auto rows = std::ceil(static_cast<double>(book.rules.parts.size()) / 2);
    const double figure = (page.height / mm - 2 * page_margin - 35) / std::max(1.0, rows) - 31;
    print_css += fmt::format("#rules{{--figure:{:.1f}mm}}\n", std::clamp(figure, 10.0, 50.0));
    return fmt::format("{}{}@media print{{{}{}{}{}}}\n", serif_css, book_css, paper_css, book_print_css,
                       grid_css(page, grid_of(book), 10, book.for_composers ? 9 : 5, 8.5, book.puzzles),
                       print_css);
}

/// Registers the diagrams and final positions of all puzzles, for shared drawings.
void add_scenes(const std::vector<BookPuzzle>& puzzles, SharedDrawings& drawings) {
    for (const BookPuzzle& puzzle : puzzles) {
        drawings.add(puzzle.scene);
        for (const Solution& solution : puzzle.solutions) {
            if (solution.end) drawings.add(*solution.end);
        }
    }
}

/// Collects the drawings that the diagrams of a book share.
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

/// Collects the drawings that the diagrams of a sheet share.
SharedDrawings drawings_of(const ClassSheet& sheet) {
    SharedDrawings drawings;
    add_scenes(sheet.puzzles, drawings);
    return drawings;
}

/// The base of the writers of books and sheets: appends HTML to a string.
class Writer {
  protected:
    explicit Writer(SharedDrawings drawings) : drawings_(std::move(drawings)) {}

    /// Appends formatted markup.
    template <class... Args>
    void add(fmt::format_string<Args...> format, Args&&... args) {
        fmt::format_to(std::back_inserter(out_), format, std::forward<Args>(args)...);
    }

    /// Escapes plain text for HTML.
    static std::string text(std::string_view plain) { return escape_xml(plain); }

    /// Appends a paragraph of plain text with the CSS class `kind`, unless it is empty.
    void paragraph(std::string_view kind, std::string_view content) {
        if (!content.empty()) add("<p class=\"{}\">{}</p>", kind, text(content));
    }

    /// Returns a placeholder for a diagram, which `book_script` draws when it scrolls into view.
    std::string lazy_diagram(const Scene& scene) const {
        const Frame frame(scene);
        return fmt::format("<div style=\"aspect-ratio:{}/{}\"><noscript>{}</noscript></div>", frame.width,
                           frame.height, drawings_.draw(scene));
    }

    /// Returns the opening tag of a board's element, with the aspect ratio of the diagram.
    static std::string begin_board(const Scene& scene) {
        return fmt::format("<div class=\"board\" style=\"--aspect:{:.3f}\">", Frame(scene).aspect());
    }

    /// Opens a row with one column for each answer, below the labels of the board if it has labels.
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

    /// Writes the solution of puzzle `number`. Printed copies show only its first `most` lines.
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
            for (const Scene* end : ends) add("<div class=\"end\">{}</div>", lazy_diagram(*end));
            out_ += "</div>";
        }
        out_ += "</section>\n";
    }

    const SharedDrawings drawings_;
    std::string out_;
};

/// Writes a book as one HTML document.
class BookWriter : Writer {
  public:
    BookWriter(const Book& book, std::string_view solver)
        : Writer(drawings_of(book)), book_(book), solver_(solver) {}

    std::string write(const PageSize& page) {
        out_ += html_head(book_.title, book_.author, style_of(book_, page), drawings_);
        cover();
        front_matter();
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
    /// Estimates the height of the printed foreword, in lines of the table of contents.
    std::size_t foreword_lines() const {
        constexpr std::size_t heading = 3, width = 105;  // lines of a heading, characters of a line
        if (book_.foreword.empty()) return 0;
        std::size_t lines = heading;
        for (const std::string_view part : words_between(book_.foreword, '\n'))
            lines += 1 + part.size() / width;
        return lines;
    }

    /// Writes the title page, with the imprint at its foot.
    void cover() {
        add("<header class=\"cover\">\n<h1>{}</h1>\n", text(book_.title));
        if (!book_.author.empty()) add("<p>{}</p>\n", text(book_.author));
        add("<p>{}</p>\n{}\n<div class=\"imprint\">\n", text(subtitle(book_)),
            book_.rules.cover.cells.empty() ? "" : drawings_.draw(book_.rules.cover));
        for (const std::string_view line : words_between(book_.imprint, '\n')) paragraph("meta", line);
        out_ += "</div>\n</header>\n";
    }

    /// Writes the foreword, if the book has one; if it `is_long`, it is printed on a separate page.
    void foreword(bool is_long) {
        if (book_.foreword.empty()) return;
        add("<section id=\"foreword\"{} aria-label=\"Foreword\">\n<h2>Foreword</h2>\n",
            is_long ? " class=\"long\"" : "");
        for (const std::string_view part : words_between(book_.foreword, '\n')) paragraph("foreword", part);
        out_ += "</section>\n";
    }

    /// Writes the foreword, the table of contents and the legend. A long foreword is printed on a separate
    /// page, and so is the legend if the table is long. Page numbers are computed here, because the print
    /// style fixes how many puzzles fit on a page.
    void front_matter() {
        constexpr std::size_t lines_on_page = 34, lines_above_legend = 20;
        const std::size_t lines = book_.chapters.size() + (book_.foreword.empty() ? 0U : 1U) +
                                  (has_rules(book_) ? 1U : 0U) + (book_.puzzles.empty() ? 0U : 1U) +
                                  (has_index(book_) ? 1U : 0U);
        const std::size_t lines_on_last = (lines - 1) % lines_on_page + 1;
        const bool legend_apart = lines_on_last > lines_above_legend;
        const bool is_long = foreword_lines() + lines > lines_above_legend;
        foreword(is_long);
        out_ += "<nav id=\"contents\" aria-label=\"Contents\">\n<h2>Contents</h2>\n<ul>\n";
        std::size_t line = 0, page = 1;  // lines written, and the last page counted
        const auto add_line = [&](std::string_view to, std::string_view name, std::string_view detail,
                                  const std::string& number) {
            if (line > 0 && line % lines_on_page == 0) out_ += "</ul>\n<ul>\n";
            ++line;
            add("<li><a href=\"#{}\">{}</a> <small>{}</small> <span class=\"page\">{}</span></li>\n", to,
                text(name), text(detail), number);
        };
        if (!book_.foreword.empty()) add_line("foreword", "Foreword", "", "2");
        if (!book_.foreword.empty() && is_long) ++page;
        page += (lines + lines_on_page - 1) / lines_on_page + (legend_apart ? 1 : 0);
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
        add("</ul>\n<div{}>\n", legend_apart ? " class=\"apart\"" : "");
        for (const std::string& part : legend(book_)) paragraph("legend", part);
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
        for (std::size_t i = chapter.first + (chapter.idea.empty() ? 0 : 1); i < end;) {
            out_ += "<div class=\"grid sheet lazy\">\n";
            for (const std::size_t last = std::min(end, i + grid.columns * grid.rows); i < last; ++i)
                puzzle(book_.puzzles[i], i + 1);
            out_ += "</div>\n";
        }
        out_ += "</section>\n";
    }

    /// Writes the page that explains the idea of a chapter with its first puzzle as the example.
    void opening(const Chapter& chapter) {
        const BookPuzzle& example = book_.puzzles[chapter.first];
        add("<div class=\"opening lazy\" id=\"p{}\"><h3>Idea: {}</h3>", chapter.first + 1,
            text(readable(chapter.idea)));
        paragraph("idea", sentence(book_.meanings.at(chapter.idea)));
        add("<div class=\"board\">{}</div>", lazy_diagram(example.solutions.front().scene));
        paragraph("name",
                  fmt::format("{}.{}{}", chapter.first + 1, example.title.empty() ? "" : " ", example.title));
        paragraph("question", example.question);
        for (const PlayLine& line : solution_text(example)) paragraph("play", line.text);
        paragraph("comment", example.comment);
        paragraph("meta", attribution(example));
        out_ += "</div>\n";
    }

    void puzzle(const BookPuzzle& puzzle, std::size_t number) {
        add("<article class=\"puzzle\" id=\"p{}\"{}>{}{}", number,
            solver_.empty() ? "" : fmt::format(" data-variant=\"{}\"", text(puzzle.variant)),
            begin_board(puzzle.scene), lazy_diagram(puzzle.scene));
        faces(puzzle);
        add("</div><div class=\"caption\"><h3>{}.</h3>", number);
        if (book_.for_composers)
            add("<span>{}</span><span>{}</span>", text(puzzle.stipulation), text(pieces_and_check(puzzle)));
        out_ += "</div>";
        paragraph("name", puzzle.title);
        paragraph("twins", joined(puzzle.twins, "; "));
        paragraph("question", puzzle.question);
        paragraph("meta", attribution(puzzle));
        paragraph("fen", puzzle.fen);
        add("<p class=\"links\"><a href=\"#s{}\">Solution</a></p></article>\n", number);
    }

    /// Writes the answers as collapsed elements that the reader opens, in the order of the labels.
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
                entry.complete() ? "" : grouped(entry.count) + " puzzles, the best: ", joined(links, ", "));
        }
        out_ += "</div>\n";
    }

    const Book& book_;
    const std::string_view solver_;
};

/// Writes a sheet for a class as one HTML document.
class SheetWriter : Writer {
  public:
    explicit SheetWriter(const ClassSheet& sheet)
        : Writer(drawings_of(sheet)), sheet_(sheet), grid_(grid_of(sheet)) {}

    std::string write(const PageSize& page) {
        constexpr std::size_t most_lines = 14;
        out_ +=
            html_head(sheet_.title, "",
                      fmt::format("{}{}{}{}{}", serif_css, book_css, paper_css, sheet_css,
                                  grid_css(page, grid_, 16, 6 + 8 * answer_lines(),
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
    /// Returns the number of lines, 8 mm apart, below each puzzle for writing the answer.
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
        out_ += "</div>";
        const bool titled = !puzzle.title.empty();
        paragraph("name", fmt::format("{}. {}", number, titled ? puzzle.title : puzzle.question));
        if (titled) paragraph("question", puzzle.question);
        paragraph("twins", joined(puzzle.twins, "; "));
        paragraph("meta", attribution(puzzle));
        for (int line = 0; line < answer_lines(); ++line) out_ += "<div class=\"lines\"></div>";
        out_ += "</article>\n";
    }

    const ClassSheet& sheet_;
    const Grid grid_;
};

}  // namespace

std::string count_of_puzzles(std::size_t count) {
    return grouped(count) + (count == 1 ? " puzzle" : " puzzles");
}

std::string subtitle(const Book& book) {
    return count_of_puzzles(book.puzzles.size()) + (book.rules.game.empty() ? "" : " of " + book.rules.game);
}

std::string on_labels(const std::vector<std::string>& labels) {
    return labels.empty() ? "" : " on " + enumerate(labels);
}

void arrange_by_difficulty(Book& book, std::size_t min_puzzles) {
    std::stable_sort(book.puzzles.begin(), book.puzzles.end(), comes_first);
    book.chapters.clear();
    std::size_t i = 0;
    for (const StepSpan& span : spans_of(book.puzzles, min_puzzles)) {
        book.chapters.push_back(chapter_of(span));
        i += span.count;
    }
    for (; i < book.puzzles.size(); ++i) {
        const std::string& kind = book.puzzles[i].kind;
        const bool continues_chapter = !book.chapters.empty() && book.chapters.back().detail.empty() &&
                                       book.chapters.back().heading == kind;
        if (!continues_chapter) book.chapters.push_back({kind, "", i, 0});
        ++book.chapters.back().count;
    }
}

void arrange_by_chapter(Book& book) {
    std::map<std::string, std::size_t> order;
    for (const BookPuzzle& puzzle : book.puzzles) order.try_emplace(puzzle.chapter, order.size());
    std::stable_sort(book.puzzles.begin(), book.puzzles.end(), [&](const BookPuzzle& a, const BookPuzzle& b) {
        return a.chapter == b.chapter ? comes_first(a, b) : order.at(a.chapter) < order.at(b.chapter);
    });
    book.chapters.clear();
    for (std::size_t i = 0; i < book.puzzles.size(); ++i) {
        const std::string& name = book.puzzles[i].chapter;
        if (i == 0 || book.puzzles[i - 1].chapter != name)
            book.chapters.push_back({name.empty() ? "Others" : readable(name), "", i, 0});
        ++book.chapters.back().count;
    }
}

void arrange_as_given(Book& book) { book.chapters = {{"Puzzles", "", 0, book.puzzles.size()}}; }

void open_chapters(Book& book) {
    std::set<std::string> explained;
    for (Chapter& chapter : book.chapters) {
        if (chapter.count <= 2 * static_cast<std::size_t>(book.per_page)) continue;
        const auto first = book.puzzles.begin() + static_cast<std::ptrdiff_t>(chapter.first);
        const auto last = first + static_cast<std::ptrdiff_t>(chapter.count);
        std::map<std::string, std::size_t> ideas;
        std::for_each(first, last, [&](const BookPuzzle& puzzle) {
            for (const std::string& idea : puzzle.ideas) {
                if (explained.contains(idea) || !book.meanings.contains(idea)) continue;
                ++ideas[idea];
                break;
            }
        });
        const auto most_frequent = std::max_element(
            ideas.begin(), ideas.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
        if (most_frequent == ideas.end()) continue;
        const auto rating = [&](const BookPuzzle& puzzle) {
            const bool shows_idea = std::find(puzzle.ideas.begin(), puzzle.ideas.end(),
                                              most_frequent->first) != puzzle.ideas.end();
            return shows_idea && puzzle.play.empty() && !puzzle.solutions.empty()
                       ? 1 + puzzle.quality.value_or(0)
                       : 0;
        };
        const auto best = std::max_element(
            first, last, [&](const BookPuzzle& a, const BookPuzzle& b) { return rating(a) < rating(b); });
        if (rating(*best) == 0) continue;
        chapter.idea = most_frequent->first;
        std::rotate(first, best, best + 1);
        explained.insert(chapter.idea);
    }
}

std::vector<IndexEntry> index_by_idea(const Book& book) {
    Entries themes;
    for (std::size_t n = 0; n < book.puzzles.size(); ++n) {
        for (const std::string& theme : book.puzzles[n].ideas) add_number(themes, theme, n + 1);
    }
    std::vector<IndexEntry> entries;
    for (auto& [theme, numbers] : themes) {
        const auto meaning = book.meanings.find(theme);
        entries.push_back({readable(theme), meaning == book.meanings.end() ? "" : meaning->second,
                           numbers.size(), std::move(numbers)});
        keep_best(book, entries.back());
    }
    return entries;
}

std::vector<IndexEntry> index_by_author(const Book& book) {
    Entries authors;
    for (std::size_t n = 0; n < book.puzzles.size(); ++n) {
        if (!book.puzzles[n].author.empty()) add_number(authors, sort_key(book.puzzles[n].author), n + 1);
    }
    std::vector<IndexEntry> entries;
    for (auto& [key, numbers] : authors) {
        const std::string& author = book.puzzles[numbers.front() - 1].author;
        entries.push_back({author, "", numbers.size(), std::move(numbers)});
    }
    return entries;
}

std::string attribution(const BookPuzzle& puzzle) {
    const bool both = !puzzle.author.empty() && !puzzle.source.empty();
    return puzzle.author + (both ? ", " : "") + puzzle.source;
}

std::string pieces_and_check(const BookPuzzle& puzzle) {
    return fmt::format("({}){}", count_of_pieces(puzzle.scene), puzzle.checked ? " C+" : "");
}

std::vector<PlayLine> solution_text(const BookPuzzle& puzzle) {
    std::vector<PlayLine> lines = puzzle.play;
    if (lines.empty() && puzzle.solutions.empty())
        lines.push_back({0, puzzle.answers.empty() ? "No solution is known." : "No move solves it."});
    if (lines.empty()) {
        for (const Solution& solution : puzzle.solutions) {
            std::string text = solution.labels.empty() ? "" : labels_text(solution) + ": ";
            text.append(solution.move).append(swapped_pieces_text(solution.scene));
            if (!solution.picture.empty()) text += "; " + solution.picture;
            lines.push_back({0, std::move(text)});
        }
    }
    if (!puzzle.note.empty()) lines.push_back({0, puzzle.note});
    return lines;
}

std::vector<const Answer*> answers_as_on_board(const BookPuzzle& puzzle) {
    const Scene& scene = puzzle.scene;
    std::vector<const Answer*> answers;
    for (const Answer& answer : puzzle.answers) answers.push_back(&answer);
    const auto label_index = [&](const Answer* answer) {
        const auto column =
            std::find(scene.labels.begin(), scene.labels.end(), answer->label) - scene.labels.begin();
        return scene.flip ? -column : column;
    };
    std::stable_sort(answers.begin(), answers.end(),
                     [&](const Answer* a, const Answer* b) { return label_index(a) < label_index(b); });
    return answers;
}

std::string html_book(const Book& book, const PageSize& page, std::string_view solver) {
    return BookWriter(book, solver).write(page);
}

std::string html_sheet(const ClassSheet& sheet, const PageSize& page) {
    return SheetWriter(sheet).write(page);
}

}  // namespace octomate::draw
