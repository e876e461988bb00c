#include "draw/book.hpp"

#include <fmt/core.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <utility>

#include "cli/arguments.hpp"
#include "cli/book_puzzle.hpp"
#include "cli/capable.hpp"
#include "cli/commands.hpp"
#include "cli/companion.hpp"
#include "cli/paper.hpp"
#include "cli/pdf_file.hpp"
#include "cli/site_options.hpp"
#include "collect/inputs.hpp"
#include "collect/record.hpp"
#include "console/output_file.hpp"
#include "games/list.hpp"

namespace octomate::cli {

namespace {

constexpr const char* book_examples =
    "  octomate book puzzles/article.jsonl -o book.html\n"
    "  octomate book --title 'Eight faces' --author 'A. Composer' FILE -o book.pdf\n"
    "  octomate book --per-page 6 --order file FILE -o book.pdf\n"
    "  octomate book --solver FILE -o book.html\n\n"
    "A cover, contents, the rules on one page, the puzzles from easy to hard in chapters by their\n"
    "difficulty (computed where the records have none), the solutions as text, with the last\n"
    "position drawn where a cascade is longer than two swaps, and an index by theme and author.\n"
    "Under each diagram stand its number, what is asked (#1 d8), the men (4+5), title, author,\n"
    "source and year where the record has them, and the FEN. C+ is told of puzzles that the\n"
    "program solved itself without a dual, and whose key, if they have one, is right and complete.\n\n"
    "The PDF has links between puzzles and solutions. The HTML is one file that works from disk\n"
    "and prints on the same pages; on the screen each face hides its answer until it is opened.\n"
    "With --solver the men of each puzzle can be moved there, and the faces follow at once.\n"
    "Longer mates are told with their variations, help and series problems as whole lines; of the\n"
    "others only the first moves. Where that would take a long search, the key is told, and that\n"
    "nobody checked it.";

struct BookOptions {
    std::vector<std::string> files;
    std::string output;
    std::string title;  ///< empty: as the game suggests
    std::string author;
    bool by_difficulty = true;
    bool solver = false;
    int per_page = 9;
    draw::PageSize page;
};

/// The page of rules is that of the first puzzle's game, or of the default's if it has none.
draw::Rules rules_of(const std::vector<collect::Entry>& entries) {
    const games::Game& other = games::named(games::default_name());
    for (const games::Game* game : {entries.empty() ? &other : entries.front().game, &other}) {
        const games::Painter* painter = game->painter();
        if (painter && painter->rules()) return *painter->rules();
    }
    return {};
}

/// What the themes of the games of some puzzles mean.
std::map<std::string, std::string> meanings_of(const std::vector<collect::Entry>& entries) {
    std::map<std::string, std::string> meanings;
    const games::Game* last = nullptr;
    for (const collect::Entry& entry : entries) {
        if (entry.game == std::exchange(last, entry.game) || !entry.game->maker()) continue;
        for (const ThemeDefinition& theme : entry.game->maker()->themes().definitions())
            meanings.emplace(theme.name, theme.meaning);
    }
    return meanings;
}

draw::Book make_book(const std::vector<collect::Entry>& entries, const BookOptions& options,
                     const CommonOptions& common) {
    draw::Book book;
    const bool no_die = !entries.empty() && !entries.front().game->about().die;
    book.title = !options.title.empty() ? options.title : no_die ? "Which move mates?" : "Which rolls mate?";
    book.author = options.author;
    book.rules = rules_of(entries);
    book.meanings = meanings_of(entries);
    book.per_page = options.per_page;
    book.puzzles = book_puzzles(entries, "book", common);
    for (std::size_t n = 0; n < entries.size(); ++n) {
        // A reader takes each puzzle for one of the first one's game, unless it says otherwise.
        if (const games::Game& game = *entries[n].game; &game != entries.front().game) {
            draw::BookPuzzle& puzzle = book.puzzles[n];
            puzzle.question += fmt::format(" ({})", game.about().title);
            puzzle.source.append(puzzle.source.empty() ? "" : ", ").append(game.about().title);
        }
    }
    if (options.by_difficulty) {
        draw::arrange_by_difficulty(book, static_cast<std::size_t>(options.per_page));
    } else {
        draw::arrange_as_given(book);
    }
    return book;
}

/// The script with which the puzzles of a book are tried.
std::string solver_script() {
    const std::filesystem::path path = companion("octomate-solver.js");
    if (!std::filesystem::exists(path))
        throw EnvironmentError(no_site("put a solver into a book", "book --solver"));
    auto script = collect::read_text_file(path.string());
    if (!script) throw EnvironmentError(script.error());
    return *std::move(script);
}

int write_book(const BookOptions& options, const CommonOptions& common) {
    const auto extension = std::filesystem::path(options.output).extension();
    const bool pdf = extension == ".pdf";
    if (!pdf && extension != ".html" && extension != ".htm" && options.output != "-")
        throw EnvironmentError(
            fmt::format("--output \"{}\": expected a name that ends in .html or .pdf", options.output));
    if (pdf && options.solver)
        throw EnvironmentError("--solver is for a book in HTML, for nothing moves in a PDF");
    if (pdf) paper();  // tell at once if it is missing
    if (!collect::can_open(options.files)) return BadInput;
    const std::string solver = options.solver ? solver_script() : "";
    std::optional<OutputFile> output;
    if (options.output != "-") output.emplace(options.output);

    collect::Ran ran;
    const std::vector<collect::Entry> entries = collect::read_entries(options.files, common, ran);
    if (ran.code == Interrupted) return ran.code;
    const draw::Book book = make_book(entries, options, common);
    if (interrupted) return Interrupted;

    std::string bytes, pages;
    if (pdf) {
        const auto leaves = book_pages(book, options.page);
        bytes = pdf_bytes(leaves, options.page, {book.title, book.author}, shared_drawings(book).drawings(),
                          common);
        if (interrupted) return Interrupted;
        pages = fmt::format(" on {} pages", leaves.size());
    } else {
        bytes = html_book(book, options.page, solver);
    }
    if (output) {
        output->write(bytes);
        output->commit(ran.whole);
    } else {
        print(bytes);
    }
    if (!common.quiet && options.output != "-")
        talk(fmt::format("{}: {}{}\n", options.output, draw::count_of_puzzles(book.puzzles.size()), pages));
    return ran.code;
}

}  // namespace

void add_book(CommandLine& line) {
    Arguments command = line.add("book", "Make a puzzle book: HTML or PDF", book_examples);
    command.hide({"--ascii"});
    const auto options = std::make_shared<BookOptions>();
    command.add_puzzle_files(options->files).required();
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
    command.add_choice<bool>("--order", options->by_difficulty,
                             "Chapters from easy to hard, or as the files have it (default: easy)",
                             {{"easy", true}, {"file", false}});
    command.add_choice<int>("--per-page", options->per_page,
                            "Puzzles on a page; fewer where boards are broad (default: 9)",
                            {{"6", 6}, {"9", 9}, {"12", 12}});
    command.add_choice<draw::PageSize>("--paper", options->page, "The paper (default: a4)",
                                       {{"a4", {}}, {"letter", {612, 792}}});
    command.add_flag("--solver", options->solver,
                     "Let readers of the HTML move the men and see what mates then; 0.7 MB more");
    command.check([options] { collect::refuse_output_among(options->files, options->output); });
    command.run([options](const CommonOptions& common) { return write_book(*options, common); });
}

}  // namespace octomate::cli
