#include "formats/twins.hpp"

#include <fmt/core.h>

#include "cli/commands.hpp"
#include "cli/shared.hpp"
#include "collect/record.hpp"
#include "formats/write.hpp"
#include "puzzle/puzzle.hpp"

namespace octomate::cli {

namespace {

constexpr const char* twins_examples = R"(  octomate twins article
  octomate twins --quiet FILE | octomate book - -o twins.html

Finds what else is sound a small change away: all men shifted, or one man moved a step, removed, or replaced by
another of its colour. Each such position that is a sound puzzle with another key is written as a record; its
"twin" is the change, in the form in which a record lists its twins:
  {"fen": …, "key": …, "twins": [{"name": "b", "move": ["e4", "e5"], "key": {…}},
   {"remove": "a2"}, {"add": {"h1": "R"}}, {"shift": [1, 0]}, {"roll": 3}]}

octomate check judges these one by one. Positions in check are left out.)";

struct TwinsOptions {
    std::vector<std::string> files;
    reports::SearchRequest search;
};

int list_twins(const TwinsOptions& options, const CommonOptions& common) {
    reports::SearchRequest search = options.search;
    collect::search_as(common, search);
    const auto work = [&](const records::Line& line, records::Output& output) {
        collect::with_record(line, common, output, [&](const auto& game, auto& puzzle, auto&) -> Status {
            if (const auto other = puzzle.other_stipulation()) {
                output.talk += fmt::format("{}:{}: note: twins are found only for #n, not for {}\n",
                                           line.file, line.number, records::text_of(*other));
                return {};
            }
            bool complete = true;
            std::string found;
            const auto find = [&](const records::Edit& edit, records::Puzzle& twin) {
                twin.unknown.push_back({"twin", records::edit_json(edit)});
                if (puzzle.id) twin.source = "a twin of " + *puzzle.id;
                records::append_record(found, twin, records::RecordFormat::Jsonl);
            };
            Status done = maker_of(game, "twins").find_twins(puzzle, search, find, complete);
            if (!complete) ++output.incomplete;
            if (done) output.data += found;
            return done;
        });
    };
    return collect::run_lines(options.files, common, work).code;
}

}  // namespace

void add_twins(CommandLine& line) {
    Arguments command = line.add("twins", "Find sound puzzles that differ by a small change", twins_examples);
    command.hide({"--ascii"});
    const auto options = std::make_shared<TwinsOptions>();
    command.add_puzzle_files(options->files).required();
    add_search_limits(command, options->search);
    command.run([options](const CommonOptions& common) { return list_twins(*options, common); });
}

}  // namespace octomate::cli
