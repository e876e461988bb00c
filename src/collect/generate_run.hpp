#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "collect/record_file.hpp"
#include "console/console.hpp"
#include "core/random.hpp"
#include "games/game.hpp"
#include "json/tree.hpp"
#include "make/maker.hpp"
#include "make/unit.hpp"

namespace octomate::collect {

/// What a run that generates puzzles was asked for.
struct GenerateOptions {
    std::string from = "play";         ///< "play", "place", "table", or a puzzle file
    std::vector<std::string> classes;  ///< with "table": materials
    std::string want;                  ///< with "table": "sharpest", "swing" or "only-move"
    std::string tables;                ///< with "table": the folder of the tables; empty: the usual one
    make::Task task;
    std::uint64_t count = 0;  ///< 0: no bound
    double seconds = 0;       ///< 0: no bound
    std::uint64_t best = 0;   ///< 0: all
    bool balance = false;
    bool chapters = false;
    make::Units units;
    bool some_units = false;  ///< the user bounded the units
    std::vector<std::string> exclude;
    RecordTarget target;
    std::string certificate;  ///< the file of what proves the keys; empty: none
    /// The filters that were given, with their words: with the rest, all that decides which puzzles are
    /// found.
    std::vector<std::pair<std::string, std::vector<std::string>>> filters;

    /// Returns how many puzzles the run must find; 0: no bound. A shard finds its share of `count` and, since
    /// shards may find the same puzzles, a quarter more, and then ends with a whole unit of work.
    std::uint64_t share() const;
};

/// The puzzles that a run begins with.
struct Inputs {
    std::vector<make::Given> given;    ///< those that are to be changed
    make::DistinctSet known;           ///< the fingerprints that are not new
    Checksum given_sum, excluded_sum;  ///< of the files, which may be edited before the run goes on
    int code = Success;                ///< BadInput if some records were bad
};

/// Reads the puzzles that are to be changed and those that are excluded; or returns the exit code with which
/// the run ends.
Expected<Inputs, int> read_inputs(const GenerateOptions& options, const CommonOptions& common,
                                  const games::Game& game);

/// Takes the result of a unit; returns false if that is enough.
using TakeUnit = std::function<bool(make::UnitResult&&)>;

/// Does the units in threads of this process; `take` gets their results in order, without duplicates, until
/// it returns false.
void make_units(const GenerateOptions& options, const CommonOptions& common, const games::Game& game,
                Inputs& inputs, make::Units units, const TakeUnit& take);

/// Runs octomate generate, and returns the exit code.
int run_generate(const GenerateOptions& options, const CommonOptions& common, const games::Game& game);

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
    /// Parses a comment that begins with the mark.
    void add(std::string_view line);

    /// A run all of whose shards are there.
    struct WholeRun {
        std::uint64_t count = 0;  ///< puzzles that one run would have written
        std::uint64_t units = 0;  ///< the units before this one are done by all shards; 0: not known
    };

    /// Returns the run if the notes are those of all shards of one run with a count; else nullopt.
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
