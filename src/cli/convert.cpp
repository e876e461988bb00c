#include <fmt/core.h>

#include <algorithm>
#include <memory>

#include "cli/commands.hpp"
#include "cli/shared.hpp"
#include "cli/solution.hpp"
#include "collect/record.hpp"
#include "collect/rewrite.hpp"
#include "views/text.hpp"

namespace octomate::cli {

namespace {

constexpr const char* convert_examples =
    R"(  octomate convert twos --to csv                               for a spreadsheet
  octomate convert twos --output twos.pgn                      for a chess program
  octomate convert twos --to yaml                              for YACPDB and Olive
  octomate convert twos --output twos.tex --solution          for LaTeX, with solutions
  octomate convert one.csv two.epd.zst --output all.jsonl.zst  several into one, compressed

Reads lines of JSON, EPD and FEN in any mixture, or CSV, PGN or YAML, as the first record of a file shows, and
compressed with zstd or not. Writes all of these but FEN, and LaTeX. Nothing of a record is lost, except in LaTeX:
what a format has no field for is kept in it as JSON. With --solution the solution is worked out and printed as
octomate solve --solution does, twins included, and C+ in LaTeX says that the puzzle was tested as by octomate
check. Positions are written in normal form, without the castling rights and clocks that the game does not have. Bad
records are reported and left out.)";

struct ConvertOptions {
    std::vector<std::string> files;
    bool solution = false;
    reports::SearchRequest search;
    collect::RecordTarget target;
};

/// The keys, by their faces, in the form of a record's.
records::Key key_of(const reports::SolutionReport& report) {
    records::Key key;
    for (const reports::SolvedFace& face : report.faces) {
        if (!face.keys.empty()) key[face.face] = face.keys;
    }
    return key;
}

/// Works the solution out for the writers to print, and gives it to a record without a key.
Status solve(const games::Game& game, records::Puzzle& puzzle, const reports::SearchRequest& search,
             bool& complete) {
    reports::SolutionRequest request;
    request.search = search;
    std::vector<reports::SolutionReport> found;
    if (Status done = find_solutions(game, puzzle, request, found); !done) return done;
    complete = std::all_of(found.begin(), found.end(), [](const auto& report) { return report.complete(); });
    if (!complete) return {};
    const bool tested = is_tested(game, puzzle, search);
    if (!puzzle.key && !found.front().keys.empty()) puzzle.key = key_of(found.front());
    puzzle.printed = std::make_shared<const records::PrintedSolution>(views::printed(found, tested));
    return {};
}

int convert(const ConvertOptions& options, const CommonOptions& common) {
    reports::SearchRequest search = options.search;
    collect::search_as(common, search);
    const auto change = [&](const games::Game& game, records::Puzzle& puzzle, std::vector<std::string>& notes,
                            bool& complete) -> Status {
        auto position = game.normalise(puzzle.fen);
        if (!position) return Unexpected{std::move(position.error())};
        puzzle.fen = std::move(position->value);
        notes.insert(notes.end(), position->notes.begin(), position->notes.end());
        return options.solution ? solve(game, puzzle, search, complete) : Status();
    };
    return collect::rewrite(options.files, common, options.target, change, true);
}

}  // namespace

void add_convert(CommandLine& line) {
    Arguments command = line.add(
        "convert", "Convert puzzles between JSON Lines, EPD, CSV, PGN, YAML and LaTeX", convert_examples);
    command.hide({"--ascii"});
    const auto options = std::make_shared<ConvertOptions>();
    command.add_puzzle_files(options->files).required();
    const Option solution = command.add_flag(
        "--solution", options->solution,
        "Print the whole solution, worked out: set play, tries, keys, variations (LaTeX, PGN, YAML)");
    command.only_with(add_search_limits(command, options->search), {solution});
    add_record_target(command, options->target);
    command.check([options] {
        using records::RecordFormat;
        const RecordFormat to = options->target.resolved_format();
        const bool prints = to == RecordFormat::Latex || to == RecordFormat::Pgn || to == RecordFormat::Yaml;
        if (options->solution && !prints)
            throw UsageError("--solution", fmt::format("{} has no place for it, expected latex, pgn or yaml",
                                                       records::name(to)));
    });
    command.run([options](const CommonOptions& common) { return convert(*options, common); });
}

}  // namespace octomate::cli
