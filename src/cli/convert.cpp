
#include "cli/commands.hpp"
#include "cli/shared.hpp"
#include "collect/record.hpp"
#include "collect/rewrite.hpp"

namespace octomate::cli {

namespace {

constexpr const char* convert_examples =
    R"(  octomate convert twos --to csv                               for a spreadsheet
  octomate convert twos --output twos.pgn                      for a chess program
  octomate convert twos --to yaml                              for YACPDB and Olive
  octomate convert twos --output twos.tex                      for the LaTeX package diagram
  octomate convert one.csv two.epd.zst --output all.jsonl.zst  several into one, compressed

Reads lines of JSON, EPD and FEN in any mixture, or CSV, PGN or YAML, as the first record of a file shows, and
compressed with zstd or not. Writes all of these but FEN, and LaTeX. Nothing of a record is lost, except in LaTeX:
what a format has no field for is kept in it as JSON. Positions are written in normal form, without the castling
rights and clocks that the game does not have. Bad records are reported and left out.)";

struct ConvertOptions {
    std::vector<std::string> files;
    collect::RecordTarget target;
};

int convert(const ConvertOptions& options, const CommonOptions& common) {
    const auto change = [](const games::Game& game, records::Puzzle& puzzle, std::vector<std::string>& notes,
                           bool&) -> Status {
        auto position = game.normalise(puzzle.fen);
        if (!position) return Unexpected{std::move(position.error())};
        puzzle.fen = std::move(position->value);
        notes.insert(notes.end(), position->notes.begin(), position->notes.end());
        return {};
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
    add_record_target(command, options->target, &options->files);
    command.run([options](const CommonOptions& common) { return convert(*options, common); });
}

}  // namespace octomate::cli
