#include "serve/puzzles.hpp"

#include <fmt/core.h>

#include <array>
#include <iterator>
#include <utility>

#include "collect/record.hpp"
#include "games/list.hpp"
#include "puzzle/puzzle.hpp"
#include "serve/assets.hpp"

namespace octomate::serve {

namespace {

using api::Collection;
using api::Entry;
using api::entry_of;

/// What the trainer offers where no files are named; the thousand are those of the puzzle of the day.
constexpr std::array built_in = {"article.jsonl", "twos.jsonl", "thousand.jsonl",
                                 "complete-permutation.jsonl", "super-chess.jsonl"};
constexpr std::string_view daily = "thousand.jsonl";

void add_entry(const records::Line& line, const CommonOptions& common, records::Batch<Entry>& batch) {
    collect::with_record(line, common, batch, [&](const auto& game, auto& puzzle, auto&) {
        auto position = game.normalise(puzzle.fen);
        if (!position) return std::move(position.error());
        if (const auto other = puzzle.other_stipulation()) {
            batch.talk += fmt::format("{}:{}: note: left out: the page knows no {}\n", line.file, line.number,
                                      records::text_of(*other));
            return Faults();
        }
        puzzle.fen = std::move(position->value);
        puzzle.variant = game.name();  // whatever the page's default is
        batch.results.push_back(entry_of(puzzle, line.file));
        return Faults();
    });
}

Collection built_in_puzzles() {
    CommonOptions plain;
    plain.format = Format::Text;
    plain.variant = games::all().front()->name();  // whatever the page begins with
    records::Batch<Entry> batch;
    for (const std::string_view file : built_in) {
        records::Lines lines = records::Lines::of_file(file, asset(file));
        while (const records::Line* line = lines.next()) add_entry(*line, plain, batch);
    }
    talk(batch.talk);
    return {std::move(batch.results), daily};
}

}  // namespace

Expected<Puzzles, int> read_puzzles(const std::vector<std::string>& files, const CommonOptions& common) {
    if (files.empty()) return Puzzles{built_in_puzzles()};
    std::vector<Entry> puzzles;
    CommonOptions plain = common;
    plain.format = Format::Text;  // no error records among the puzzles
    const auto add = [&](const records::Line& line, records::Batch<Entry>& batch) {
        add_entry(line, plain, batch);
    };
    const auto take = [&](records::Batch<Entry>& batch) {
        std::move(batch.results.begin(), batch.results.end(), std::back_inserter(puzzles));
        talk(batch.talk);
    };
    const records::Tally tally = records::stream_lines<Entry>(
        files,
        {.threads = common.threads, .format = collect::input_format(common), .interrupted = &interrupted},
        add, take);
    if (tally.interrupted) return Unexpected{static_cast<int>(Interrupted)};
    if (tally.unreadable > 0) return Unexpected{static_cast<int>(BadInput)};
    if (puzzles.empty()) {
        talk("octomate: no puzzle to show\n");
        return Unexpected{static_cast<int>(BadInput)};
    }
    return Puzzles{Collection(std::move(puzzles), ""), tally.bad > 0 ? BadInput : Success};
}

}  // namespace octomate::serve
