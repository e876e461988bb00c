#include "draw/book.hpp"

#include <fmt/core.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>

#include <filesystem>
#include <memory>
#include <utility>

#include "cli/arguments.hpp"
#include "cli/capable.hpp"
#include "cli/commands.hpp"
#include "cli/paper.hpp"
#include "cli/picture_file.hpp"
#include "collect/entries.hpp"
#include "collect/text_file.hpp"
#include "games/list.hpp"

namespace octomate::cli {

namespace {

constexpr const char* book_examples =
    "  octomate book puzzles/article.jsonl -o book.html\n"
    "  octomate book --title 'Eight faces' --author 'A. Composer' FILE -o book.pdf\n\n"
    "A cover, the rules on one page, six puzzles to a page with room for the answers, the\n"
    "solutions with their cascades drawn, and an index by theme and difficulty, as far as the\n"
    "records have \"themes\" and \"difficulty\" (0 to 100). The HTML is one file that works from\n"
    "disk; on the screen each face hides its answer until it is opened. The solutions are\n"
    "solved, not copied from the keys; only where a puzzle asks for longer mates is its key taken.";

struct BookOptions {
    std::vector<std::string> files;
    std::string output;
    std::string title;  ///< empty: as the game suggests
    std::string author;
    draw::PageSize page;
};

draw::BookPuzzle book_puzzle(const collect::Entry& entry) {
    const records::Puzzle& puzzle = entry.puzzle;
    reports::PuzzlePictures pictures;
    painter_of(*entry.game, "book").pictures(puzzle, true, pictures);  // no faults: the position is good
    draw::BookPuzzle out;
    out.label = collect::label_of(entry);
    out.title = puzzle.title.value_or("");
    out.author = puzzle.author.value_or("");
    out.source = puzzle.source.value_or("");
    out.comment = puzzle.comment.value_or("");
    out.question = std::move(pictures.question);
    out.scene = std::move(pictures.scene);
    out.scene.title = out.label;
    out.outcomes = std::move(pictures.outcomes);
    out.answers = std::move(pictures.answers);
    out.solutions = std::move(pictures.solutions);
    for (draw::Solution& solution : out.solutions)
        solution.scene.title = fmt::format("{}: {}", out.label, solution.move);
    out.themes = puzzle.themes;
    if (puzzle.difficulty) out.difficulty = puzzle.difficulty->value();
    // The number that stands for a generated puzzle's name is nothing for a reader.
    const bool nameless = out.title.empty() && puzzle.generated;
    if (nameless && out.difficulty) out.title = fmt::format("Difficulty {:.0f}", *out.difficulty);
    return out;
}

/// The page of rules is that of the first puzzle's game, or of the default's if it has none.
draw::Rules rules_of(const std::vector<collect::Entry>& entries) {
    const games::Game& other = games::named(games::default_name());
    for (const games::Game* game : {entries.empty() ? &other : entries.front().game, &other}) {
        const games::Painter* painter = game->painter();
        if (painter && painter->rules()) return *painter->rules();
    }
    return {};
}

int write_book(const BookOptions& options, const CommonOptions& common) {
    const auto extension = std::filesystem::path(options.output).extension();
    const bool pdf = extension == ".pdf";
    if (!pdf && extension != ".html" && extension != ".htm" && options.output != "-")
        throw EnvironmentError(
            fmt::format("--output \"{}\": expected a name that ends in .html or .pdf", options.output));
    if (pdf) paper();  // tell at once if it is missing

    int code = Success;
    const std::vector<collect::Entry> entries = collect::read_entries(options.files, common, code);
    if (code == Interrupted) return code;
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism,
                                    static_cast<std::size_t>(common.threads));
    draw::Book book;
    const bool no_die = !entries.empty() && !entries.front().game->about().die;
    book.title = !options.title.empty() ? options.title : no_die ? "Which move mates?" : "Which rolls mate?";
    book.author = options.author;
    book.rules = rules_of(entries);
    book.puzzles.resize(entries.size());
    tbb::parallel_for(std::size_t{0}, entries.size(), [&](std::size_t n) {
        if (interrupted) return;
        book.puzzles[n] = book_puzzle(entries[n]);
        // A reader takes each puzzle for one of the first one's game, unless it says otherwise.
        if (const games::Game& game = *entries[n].game; &game != entries.front().game)
            book.puzzles[n].question += fmt::format(" ({})", game.about().title);
    });
    if (interrupted) return Interrupted;

    std::size_t pages = 0;
    if (pdf) {
        const auto document = paper().pdf(options.page.width, options.page.height, book.title, book.author);
        book_pages(book, options.page, [&](const std::string& svg, const std::string& heading) {
            document->add_page(svg, heading);
            ++pages;
        });
        collect::write_file(options.output, document->finish());
    } else if (options.output == "-") {
        print(html_book(book, options.page));
    } else {
        collect::write_file(options.output, html_book(book, options.page));
    }
    if (!common.quiet && options.output != "-") {
        talk(fmt::format("{}: {}{}\n", options.output, count_of_puzzles(book),
                         pdf ? fmt::format(" on {} pages", pages) : ""));
    }
    return code;
}

}  // namespace

void add_book(CommandLine& line) {
    Arguments command = line.add("book", "Make a puzzle book: HTML or PDF", book_examples);
    command.hide({"--ascii"});
    const auto options = std::make_shared<BookOptions>();
    command.add("FILE", options->files, "Puzzle files; - is standard input").required();
    command
        .add("-o,--output", options->output,
             "The book: a name that ends in .html or .pdf; - is standard output, HTML")
        .required()
        .named("FILE");
    command
        .add("--title", options->title,
             "Its title (default: \"Which rolls mate?\", or without a die \"Which move mates?\")")
        .named("TEXT");
    command.add("--author", options->author, "Who made it").named("TEXT");
    command.add_choice<draw::PageSize>("--paper", options->page, "The paper (default: a4)",
                                       {{"a4", {}}, {"letter", {612, 792}}});
    command.run([options](const CommonOptions& common) { return write_book(*options, common); });
}

}  // namespace octomate::cli
