/// Fuzz targets for files of puzzles in each format.
#include <fmt/core.h>

#include <algorithm>
#include <string>
#include <vector>

#include "collect/record.hpp"
#include "formats/formats.hpp"
#include "fuzz/target.hpp"
#include "games/list.hpp"
#include "json/tree.hpp"
#include "puzzle/fields.hpp"
#include "stream/stream.hpp"
#include "text/text.hpp"

namespace octomate::fuzz {

using namespace records;

namespace {

/// Returns the valid records of a file.
std::vector<Puzzle> read_all(std::string_view text) {
    std::vector<Puzzle> puzzles;
    Lines lines = Lines::of_file("-", text);
    while (const Line* line = lines.next()) {
        if (is_blank_or_comment(*line)) continue;
        const auto read = read_puzzle(*line, games::variants(games::default_name()));
        if (read) {
            puzzles.push_back(read->value);
            continue;
        }
        const auto& [faults, bad] = read.error();
        require(!faults.empty(), "a rejected record has faults", line->text);
        const Json error = Json::parse(error_record({"-", 1}, bad.id, faults));
        require(error.contains("error"), "a bad record has an error record");
    }
    return puzzles;
}

std::string file_of(const Puzzle& puzzle, RecordFormat format) {
    std::string text(header(format));
    append_record(text, puzzle, format, games::variants(games::default_name()));
    return text;
}

void check_format(const Puzzle& puzzle, RecordFormat format) {
    const std::string text = file_of(puzzle, format);
    const std::vector<Puzzle> back = read_all(text);
    require(back.size() == 1, fmt::format("a file with one record in {} has one record", name(format)), text);
    require(back[0].fen == puzzle.fen,
            fmt::format("a position is unchanged after a round trip through {}", name(format)), text);
    const std::string was = to_jsonl(puzzle), is = to_jsonl(back[0]);
    const auto variants = games::variants(games::default_name());
    std::string record;
    append_record(record, puzzle, format, variants);
    const bool whole = format == RecordFormat::Jsonl;
    require(
        whole ? is == was : lost_fields(puzzle, back[0]) == fields_left_out(record, puzzle, format, variants),
        fmt::format("a record is unchanged after a round trip through {}, except fields reported as left out",
                    name(format)),
        fmt::format("{} is {} by {}", was, is, text));
    require(!whole || file_of(back[0], format) == text,
            fmt::format("{} that is read and written again has the same bytes", name(format)), text);
}

}  // namespace

void check_records(std::string_view text) {
    constexpr std::size_t most = 4;  // records tested in each text, to save time
    std::vector<Puzzle> puzzles = read_all(text.substr(0, most_bytes));
    puzzles.resize(std::min(puzzles.size(), most));
    for (Puzzle& puzzle : puzzles) {
        check_format(puzzle, RecordFormat::Jsonl);
        // As in `convert`, other formats are written only for legal positions of a known game, with the name
        // of the game unless it is the default.
        const games::Game* game = games::find(puzzle.variant.value_or(games::default_name()));
        if (!game) continue;
        const auto fen = game->normalise(puzzle.fen);
        if (!fen) continue;
        puzzle.fen = fen->value;
        collect::add_variant(puzzle, *game);
        for (const auto format : {RecordFormat::Jsonl, RecordFormat::Epd, RecordFormat::Csv,
                                  RecordFormat::Pgn, RecordFormat::Yaml})
            check_format(puzzle, format);
        require(!to_latex(puzzle, games::variants(games::default_name())).empty(),
                "a record is written as LaTeX");
    }
}

}  // namespace octomate::fuzz
