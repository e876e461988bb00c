#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "json/tree.hpp"

namespace octomate::collect {

/// The comments with which the file of a shard begins and ends. They say, for `octomate merge`, of which run
/// it is a part, and how far it went.
struct ShardNote {
    static constexpr std::string_view mark = "# octomate generate ";

    /// "# octomate generate {"variant": …, "shard": [1, 2]}": in front of the records.
    static std::string begin(const records::Json& run);

    /// "# octomate generate {"shard": [1, 2], "done": 38}": behind them, all units before that one being
    /// done.
    static std::string end(const records::Json& run, std::uint64_t next_unit);
};

/// The notes of several files.
class ShardNotes {
  public:
    /// Takes a comment that begins with the mark.
    void add(std::string_view line);

    /// What all shards together are.
    struct WholeRun {
        std::uint64_t count = 0;  ///< puzzles that one run would have written
        std::uint64_t units = 0;  ///< the units before this one are done by all shards; 0: not known
    };

    /// The run, if the notes are of all the shards of one run with a count; else none.
    std::optional<WholeRun> whole_run() const;

    /// Returns a line for each run of which shards are missing, with their numbers; empty if none are.
    std::string missing() const;

  private:
    struct Run {
        std::uint64_t shards = 0;
        std::optional<std::uint64_t> count;
        std::set<std::uint64_t> begun;  ///< numbers of shards
    };

    std::map<std::string, Run> runs_;              // by the note without the number of the shard
    std::map<std::uint64_t, std::uint64_t> done_;  // by shard
};

}  // namespace octomate::collect
