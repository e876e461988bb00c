#include <memory>
#include <utility>

#include "cli/arguments.hpp"
#include "cli/commands.hpp"
#include "cli/record_target.hpp"
#include "collect/inputs.hpp"
#include "collect/record.hpp"
#include "collect/rewrite.hpp"

namespace octomate::cli {

namespace {

constexpr const char* convert_examples =
    "  octomate convert puzzles/twos.jsonl --to csv                 for a spreadsheet\n"
    "  octomate convert puzzles/twos.jsonl --output twos.pgn        for a chess program\n"
    "  octomate convert puzzles/twos.jsonl --to yaml                for YACPDB and Olive\n"
    "  octomate convert puzzles/twos.jsonl --output twos.tex        for the package diagram of LaTeX\n"
    "  octomate convert one.csv two.epd.zst --output all.jsonl.zst  many into one, compressed\n\n"
    "Reads JSON Lines, EPD and FEN, mixed freely, or CSV, or PGN, or YAML: the first record of a file\n"
    "decides. Compressed with zstd or not. Writes any but FEN, and LaTeX besides. But for LaTeX nothing\n"
    "of a record is lost: what a format has no words for goes along as JSON. Positions are written as the\n"
    "other commands write them, without the castling and clocks that the game does not have. Bad records\n"
    "are told and left out.";

struct ConvertOptions {
    std::vector<std::string> files;
    collect::RecordTarget target;
};

int convert(const ConvertOptions& options, const CommonOptions& common) {
    const auto change = [](const games::Game& game, records::Puzzle& puzzle, std::vector<std::string>& notes,
                           bool&) {
        auto position = game.normalise(puzzle.fen);
        if (!position) return std::move(position.error());
        puzzle.fen = std::move(position->value);
        notes.insert(notes.end(), position->notes.begin(), position->notes.end());
        return Faults();
    };
    return collect::rewrite(options.files, common, options.target, change, true);
}

}  // namespace

void add_convert(CommandLine& line) {
    Arguments command =
        line.add("convert", "Puzzles from one format to another: JSON Lines, EPD, CSV, PGN, YAML, LaTeX",
                 convert_examples);
    command.hide({"--ascii"});
    const auto options = std::make_shared<ConvertOptions>();
    command.add_puzzle_files(options->files).required();
    add_record_target(command, options->target);
    command.check([options] { collect::refuse_output_among(options->files, options->target.file); });
    command.run([options](const CommonOptions& common) { return convert(*options, common); });
}

}  // namespace octomate::cli
