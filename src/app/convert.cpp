#include <fmt/format.h>

#include <memory>

#include "app/command.hpp"
#include "app/record.hpp"
#include "app/record_file.hpp"

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

int convert(const std::vector<std::string>& files, const RecordTarget& target, const CommonOptions& given) {
    CommonOptions common = given;
    common.format = Format::Text;  // no error records among the puzzles
    RecordFile file(target);
    const auto work = [&](const puzzle::Line& line, puzzle::Output& output) {
        with_record(
            line, common, output,
            [&]<class P>(puzzle::Puzzle& puzzle, const P& position, const std::vector<std::string>& notes) {
                puzzle.fen = position.fen();
                name_variant<P>(puzzle);
                output.data += file.text(puzzle);
                if (common.quiet) return;
                for (const std::string& note : notes)
                    output.talk += fmt::format("{}:{}: note: {}\n", line.file, line.number, note);
            });
    };
    const int code = run_lines(files, common, work, [&](const puzzle::Output& output) {
        file.write(output.data);
        talk(output);
    });
    file.close();
    return code;
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
