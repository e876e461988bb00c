#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <memory>

#include "cli/arguments.hpp"
#include "cli/book_puzzle.hpp"
#include "cli/commands.hpp"
#include "cli/paper.hpp"
#include "cli/pdf_file.hpp"
#include "collect/inputs.hpp"
#include "collect/record.hpp"
#include "console/output_file.hpp"
#include "draw/book.hpp"
#include "text/words.hpp"

namespace octomate::cli {

namespace {

constexpr const char* sheet_examples =
    "  octomate sheet puzzles/article.jsonl -o sheet.pdf\n"
    "  octomate sheet --title 'Cascades, lesson 2' --count 4 --skip 6 FILE -o sheet.pdf\n"
    "  octomate find '{\"themes\": \"teleport\"}' FILE | octomate sheet - -o teleports.pdf\n\n"
    "One page of puzzles with lines to write on and faces to tick, and the answers on the second\n"
    "page: print both sides of the paper. The first puzzles of the files are taken. Answers are\n"
    "solved as in octomate book, and C+ means the same.";

struct SheetOptions {
    std::vector<std::string> files;
    std::string output;
    std::string title = "Puzzles";
    int count = 6;
    int skip = 0;
    draw::PageSize page;
};

int write_sheet(const SheetOptions& options, const CommonOptions& common) {
    if (std::filesystem::path(options.output).extension() != ".pdf")
        throw EnvironmentError(
            fmt::format("--output \"{}\": expected a name that ends in .pdf", options.output));
    paper();  // tell at once if it is missing
    if (!collect::can_open(options.files)) return BadInput;
    OutputFile output(options.output);

    collect::Ran ran;
    std::vector<collect::Entry> entries = collect::read_entries(options.files, common, ran);
    if (ran.code == Interrupted) return ran.code;
    const std::size_t all = entries.size();
    const std::size_t first = std::min(all, static_cast<std::size_t>(options.skip));
    const std::size_t count = std::min(all - first, static_cast<std::size_t>(options.count));
    if (count == 0)
        throw EnvironmentError(fmt::format("there is nothing to put on the sheet: {} read, {} skipped",
                                           draw::count_of_puzzles(all), first));
    entries.erase(entries.begin() + static_cast<std::ptrdiff_t>(first + count), entries.end());
    entries.erase(entries.begin(), entries.begin() + static_cast<std::ptrdiff_t>(first));

    const draw::ClassSheet sheet{options.title, book_puzzles(entries, "sheet", common)};
    const std::string bytes = pdf_bytes(sheet_pages(sheet, options.page), options.page, {sheet.title, ""},
                                        shared_drawings(sheet).drawings(), common);
    if (interrupted) return Interrupted;
    output.write(bytes);
    output.commit(ran.whole);
    if (!common.quiet)
        talk(fmt::format("{}: {}{}\n", options.output, draw::count_of_puzzles(count),
                         count < all ? fmt::format(" of {}", grouped(all)) : ""));
    return ran.code;
}

}  // namespace

void add_sheet(CommandLine& line) {
    Arguments command =
        line.add("sheet", "Make a page of puzzles for a class, with the answers on its back", sheet_examples);
    command.hide({"--ascii"});
    const auto options = std::make_shared<SheetOptions>();
    command.add_puzzle_files(options->files).required();
    command.add("-o,--output", options->output, "The sheet: a name that ends in .pdf")
        .required()
        .named("FILE");
    command.add("--title", options->title, "Its title (default: \"Puzzles\")").named("TEXT");
    command.add("--count", options->count, {1, draw::most_on_a_sheet}, "How many puzzles (default: 6)")
        .named("N");
    command.add("--skip", options->skip, {0, 1'000'000'000}, "Pass over the first ones (default: 0)")
        .named("N");
    command.add_choice<draw::PageSize>("--paper", options->page, "The paper (default: a4)",
                                       {{"a4", {}}, {"letter", {612, 792}}});
    command.check([options] { collect::refuse_output_among(options->files, options->output); });
    command.run([options](const CommonOptions& common) { return write_sheet(*options, common); });
}

}  // namespace octomate::cli
