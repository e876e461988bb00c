#include <fmt/format.h>

#include <memory>

#include "cli/command.hpp"
#include "cli/describe.hpp"
#include "cli/record.hpp"
#include "cli/rewrite.hpp"
#include "collect/record_file.hpp"

namespace octomate::app {

namespace {

constexpr const char* examples =
    "  octomate convert puzzles/twos.jsonl --to csv                 for a spreadsheet\n"
    "  octomate convert puzzles/twos.jsonl --output twos.pgn        for a chess program\n"
    "  octomate convert one.csv two.epd.zst --output all.jsonl.zst  many into one, compressed\n\n"
    "Reads JSON Lines, EPD, CSV, PGN and bare FEN, mixed freely, compressed with zstd or not, and\n"
    "writes one of the four. Nothing of a record is lost, whatever the format: what CSV, EPD or PGN\n"
    "have no words for goes along as JSON. Positions are written as the other commands write them,\n"
    "without the castling and clocks that the game does not have. Bad records are told and left out.";

int convert(const std::vector<std::string>& files, const RecordTarget& target, const CommonOptions& common) {
    return rewrite(
        files, common, target,
        [](const records::Line& line, const CommonOptions& text, records::Output& output, auto write) {
            with_record(
                line, text, output,
                [&](records::Puzzle& puzzle, const auto& position, const std::vector<std::string>& notes) {
                    set_position(puzzle, position);
                    write(puzzle);
                    if (text.quiet) return;
                    for (const std::string& note : notes)
                        output.talk += fmt::format("{}:{}: note: {}\n", line.file, line.number, note);
                });
        });
}

}  // namespace

void add_convert(CLI::App& root, std::function<int()>& run, CommonOptions& common) {
    const Command command =
        add_command(root, run, common, "convert",
                    "Puzzles from one format to another: JSON Lines, EPD, CSV, PGN", examples);
    struct Options {
        std::vector<std::string> files;
        RecordTarget target;
    };
    const auto options = std::make_shared<Options>();
    command.app->add_option("FILE", options->files, "Puzzle files; - is standard input")->required();
    add_record_target(command.app, options->target);
    command.app->callback([options, &run, &common] {
        refuse_output_among(options->files, options->target);
        run = [options, &common] { return convert(options->files, options->target, common); };
    });
}

}  // namespace octomate::app
