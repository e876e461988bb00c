#include "collect/shard_note.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <vector>

#include "json/text.hpp"
#include "text/words.hpp"

namespace octomate::collect {

using records::Json;

std::string ShardNote::begin(const Json& run) { return std::string(mark).append(records::dump(run)); }

std::string ShardNote::end(const Json& run, std::uint64_t next_unit) {
    const Json note = {{"shard", run.at("shard")}, {"done", next_unit}};
    return std::string(mark).append(records::dump(note));
}

void ShardNotes::add(std::string_view line) {
    line.remove_prefix(ShardNote::mark.size());
    Json note = records::parsed(line);
    if (!note.is_object() || !note.contains("shard")) return;
    const Json& of = note["shard"];
    if (!of.is_array() || of.size() != 2 || !of[0].is_number_unsigned() || !of[1].is_number_unsigned())
        return;
    const auto shard = of[0].get<std::uint64_t>(), shards = of[1].get<std::uint64_t>();
    if (shard < 1 || shard > shards) return;
    if (const auto done = note.find("done"); done != note.end() && done->is_number_unsigned()) {
        done_[shard] = done->get<std::uint64_t>();
        return;
    }
    std::optional<std::uint64_t> puzzles;
    if (const auto count = note.find("count"); count != note.end() && count->is_number_unsigned())
        puzzles = count->get<std::uint64_t>();
    note.erase("shard");
    note["shards"] = shards;
    Run& run = runs_[records::dump(note)];
    run.shards = shards;
    run.count = puzzles;
    run.begun.insert(shard);
}

std::optional<ShardNotes::WholeRun> ShardNotes::whole_run() const {
    if (runs_.size() != 1) return std::nullopt;
    const Run& only = runs_.begin()->second;
    if (!only.count || only.begun.size() != only.shards) return std::nullopt;
    WholeRun run{*only.count, std::numeric_limits<std::uint64_t>::max()};
    for (const std::uint64_t shard : only.begun) {
        const auto done = done_.find(shard);
        run.units = std::min(run.units, done == done_.end() ? 0 : done->second);
    }
    return run;
}

std::string ShardNotes::missing() const {
    constexpr std::size_t most_named = 10;
    std::string text;
    for (const auto& [note, run] : runs_) {
        const std::uint64_t missing = run.shards - run.begun.size();
        if (missing == 0) continue;
        std::vector<std::string> numbers;
        for (std::uint64_t shard = 1; shard <= run.shards && numbers.size() < most_named; ++shard)
            if (!run.begun.contains(shard)) numbers.push_back(std::to_string(shard));
        if (missing > numbers.size()) numbers.emplace_back("more");
        text += fmt::format("{} of the {} shards of the run {} missing: {}\n", missing, run.shards,
                            missing == 1 ? "is" : "are", enumerate(numbers));
    }
    return text;
}

}  // namespace octomate::collect
