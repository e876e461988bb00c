#include "draw/book.hpp"

#include <fmt/format.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>

#include <filesystem>
#include <memory>

#include "cli/book_rules.hpp"
#include "cli/command.hpp"
#include "cli/paper.hpp"
#include "cli/picture_file.hpp"
#include "cli/pictures.hpp"
#include "collect/text_file.hpp"

namespace octomate::app {

namespace {

constexpr const char* examples =
    "  octomate book puzzles/article.jsonl -o book.html\n"
    "  octomate book --title 'Eight faces' --author 'A. Composer' FILE -o book.pdf\n\n"
    "A cover, the rules on one page, six puzzles to a page with room for the answers, the\n"
    "solutions with their cascades drawn, and an index by theme and difficulty, as far as the\n"
    "records have \"themes\" and \"difficulty\" (0 to 100). The HTML is one file that works from\n"
    "disk; on the screen each face hides its answer until it is opened. The solutions are\n"
    "solved, not copied from the keys; only where a puzzle asks for longer mates is its key taken.";

struct Options {
    std::vector<std::string> files;
    std::string output;
    std::string title = "Which rolls mate?";
    std::string author;
    draw::PageSize page;
};

/// A number of the record that this program does not otherwise use.
std::optional<double> number_of(const records::Puzzle& puzzle, const char* name) {
    const auto found = puzzle.unknown.find(name);
    if (found == puzzle.unknown.end() || !found->is_number()) return std::nullopt;
    return found->get<double>();
}

draw::BookPuzzle book_puzzle(const Entry& entry) {
    const records::Puzzle& puzzle = entry.puzzle;
    Pictures pictures = pictures_of(puzzle, true);
    draw::BookPuzzle out;
    out.label = label_of(entry);
    out.title = puzzle.title.value_or("");
    out.author = puzzle.author.value_or("");
    out.source = puzzle.source.value_or("");
    out.comment = puzzle.comment.value_or("");
    out.question = question_of(puzzle, pictures.diagram);
    out.diagram = std::move(pictures.diagram);
    out.diagram.title = out.label;
    out.answers = std::move(pictures.answers);
    out.solutions = std::move(pictures.solutions);
    for (draw::Solution& solution : out.solutions)
        solution.diagram.title = fmt::format("{}: {}", out.label, solution.move);
    out.themes = puzzle.themes;
    out.difficulty = number_of(puzzle, "difficulty");
    // The number that stands for a generated puzzle's name is nothing for a reader.
    const bool nameless = out.title.empty() && puzzle.unknown.contains("generated");
    if (nameless && out.difficulty) out.title = fmt::format("Difficulty {:.0f}", *out.difficulty);
    return out;
}

int write_book(const Options& options, const CommonOptions& common) {
    const auto extension = std::filesystem::path(options.output).extension();
    const bool pdf = extension == ".pdf";
    if (!pdf && extension != ".html" && extension != ".htm" && options.output != "-")
        throw EnvironmentError(
            fmt::format("--output \"{}\": expected a name that ends in .html or .pdf", options.output));
    if (pdf) paper();  // tell at once if it is missing

    int code = Success;
    const std::vector<Entry> entries = read_entries(options.files, common, code);
    if (code == Interrupted) return code;
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism,
                                    static_cast<std::size_t>(common.threads));
    draw::Book book;
    book.title = options.title;
    book.author = options.author;
    add_rules(book);
    book.puzzles.resize(entries.size());
    tbb::parallel_for(std::size_t{0}, entries.size(), [&](std::size_t n) {
        if (!interrupted) book.puzzles[n] = book_puzzle(entries[n]);
    });
    if (interrupted) return Interrupted;

    std::size_t pages = 0;
    if (pdf) {
        const auto document = paper().pdf(options.page.width, options.page.height, book.title, book.author);
        book_pages(book, options.page, [&](const std::string& svg, const std::string& heading) {
            document->add_page(svg, heading);
            ++pages;
        });
        write_file(options.output, document->finish());
    } else if (options.output == "-") {
        print(html_book(book, options.page));
    } else {
        write_file(options.output, html_book(book, options.page));
    }
    if (!common.quiet && options.output != "-") {
        fmt::print(stderr, "{}: {}{}\n", options.output, count_of_puzzles(book),
                   pdf ? fmt::format(" on {} pages", pages) : "");
    }
    return code;
}

}  // namespace

void add_book(CLI::App& root, std::function<int()>& run, CommonOptions& common) {
    const Command command =
        add_command(root, run, common, "book", "Make a puzzle book: HTML or PDF", examples);
    const auto options = std::make_shared<Options>();
    command.app->add_option("FILE", options->files, "Puzzle files; - is standard input")->required();
    command.app
        ->add_option("-o,--output", options->output,
                     "The book: a name that ends in .html or .pdf; - is standard output, HTML")
        ->required()
        ->type_name("FILE");
    command.app->add_option("--title", options->title, "Its title (default: \"Which rolls mate?\")")
        ->type_name("TEXT");
    command.app->add_option("--author", options->author, "Who made it")->type_name("TEXT");
    const auto paper = std::make_shared<bool>(false);
    add_choice<bool>(command.app, "--paper", *paper, "The paper (default: a4)",
                     {{"a4", false}, {"letter", true}});
    command.app->callback([options, paper, &run, &common] {
        run = [options, paper, &common] {
            if (*paper) options->page = {612, 792};
            return write_book(*options, common);
        };
    });
}

}  // namespace octomate::app
