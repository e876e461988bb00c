/// Files of puzzles in every format.
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "collect/rewrite.hpp"
#include "fuzz/target.hpp"
#include "games/list.hpp"
#include "records/csv.hpp"
#include "records/fields.hpp"
#include "records/json.hpp"
#include "records/read.hpp"
#include "records/stream.hpp"
#include "records/write.hpp"
#include "text/text.hpp"

namespace octomate::fuzz {

using namespace records;

namespace {

/// The records of a text that are good; `told` is called for each of the others.
std::vector<Puzzle> read_all(std::string_view text) {
    std::vector<Puzzle> puzzles;
    records::Lines lines({"-", 1, {}, nullptr}, text, nullptr, true);
    while (const Line* line = lines.next()) {
        if (is_blank_or_comment(line->text)) continue;
        const auto read = read_puzzle(line->text, line->columns);
        if (read) {
            puzzles.push_back(read->value);
        } else {
            require(!read.error().faults.empty(), "what is wrong with a record is told", line->text);
            const Json told = Json::parse(error_record({"-", 1}, read.error().id, read.error().faults));
            require(told.contains("error"), "a bad record has an error record");
        }
        Puzzle usual;
        if (first_bad_utf8(line->text) || !read_usual_json(line->text, usual)) continue;
        require(read && to_jsonl(usual) == to_jsonl(read->value) && usual.unknown == read->value.unknown,
                "both readers of JSON give the same", line->text);
    }
    return puzzles;
}

std::string file_of(const Puzzle& puzzle, RecordFormat format) {
    std::string text(header(format));
    append_record(text, puzzle, format, games::default_name());
    return text + std::string(footer(format));
}

void hold_format(const Puzzle& puzzle, RecordFormat format) {
    const std::string text = file_of(puzzle, format);
    const std::vector<Puzzle> back = read_all(text);
    require(back.size() == 1, fmt::format("a record comes back from {}", name(format)), text);
    const std::string was = to_jsonl(puzzle), is = to_jsonl(back[0]);
    require(is == was, fmt::format("a record comes back from {} as it was", name(format)),
            fmt::format("{} is {} by {}", was, is, text));
    require(file_of(back[0], format) == text, fmt::format("{} is written alike again", name(format)), text);
}

}  // namespace

void hold_records(std::string_view text) {
    constexpr std::size_t most = 4;  // what holds of them holds of more, and a text shall not take long
    std::vector<Puzzle> puzzles = read_all(text.substr(0, most_bytes));
    puzzles.resize(std::min(puzzles.size(), most));
    for (Puzzle& puzzle : puzzles) {
        hold_format(puzzle, RecordFormat::Jsonl);
        // The rest as `convert` writes it: only positions of a game, whose name stands there unless it is the
        // default.
        const games::Game* game = games::find(puzzle.variant.value_or(games::default_name()));
        if (!game) continue;
        const auto fen = game->normalise(puzzle.fen);
        if (!fen) continue;
        puzzle.fen = fen->value;
        collect::name_game(puzzle, *game);
        for (std::size_t number = 0; number < format_names.size(); ++number)
            hold_format(puzzle, static_cast<RecordFormat>(number));
    }
}

}  // namespace octomate::fuzz
