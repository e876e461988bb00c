#include "collect/entries.hpp"

#include <fmt/core.h>

#include <iterator>
#include <utility>

namespace octomate::collect {

std::vector<Entry> read_entries(const std::vector<std::string>& files, const CommonOptions& given, Ran& ran) {
    CommonOptions common = given;
    common.format = Format::Text;  // bad records are told to people: there are no records on the output
    std::vector<Entry> entries;
    const auto work = [&](const records::Line& line, records::Batch<Entry>& batch) {
        with_record(line, common, batch, [&](const auto& game, auto& puzzle, auto&) {
            auto position = game.normalise(puzzle.fen);
            if (!position) return std::move(position.error());
            puzzle.fen = std::move(position->value);
            batch.results.push_back({&game, std::move(puzzle), std::string(line.file), line.number});
            return Faults();
        });
    };
    ran = run_lines<Entry>(files, common, work, [&](records::Batch<Entry>& batch) {
        std::move(batch.results.begin(), batch.results.end(), std::back_inserter(entries));
    });
    return entries;
}

std::string label_of(const Entry& entry) {
    return entry.puzzle.id.value_or(fmt::format("line {}", entry.line));
}

}  // namespace octomate::collect
