#include "collect/shard_note.hpp"

#include <algorithm>
#include <limits>

#include "json/text.hpp"

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
    const auto shard = of[0].get<std::uint64_t>();
    if (const auto done = note.find("done"); done != note.end() && done->is_number_unsigned()) {
        done_[shard] = done->get<std::uint64_t>();
        return;
    }
    shards_ = of[1].get<std::uint64_t>();
    begun_.insert(shard);
    if (const auto count = note.find("count"); count != note.end() && count->is_number_unsigned())
        count_ = count->get<std::uint64_t>();
    note.erase("shard");
    note["shards"] = shards_;
    runs_.insert(records::dump(note));
}

std::optional<ShardNotes::WholeRun> ShardNotes::whole_run() const {
    if (runs_.size() != 1 || !count_ || begun_.size() != shards_) return std::nullopt;
    WholeRun run{*count_, std::numeric_limits<std::uint64_t>::max()};
    for (const std::uint64_t shard : begun_) {
        const auto done = done_.find(shard);
        run.units = std::min(run.units, done == done_.end() ? 0 : done->second);
    }
    return run;
}

}  // namespace octomate::collect
