#pragma once

#include <atomic>
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
#include "collect/run_file.hpp"
#include "console/console.hpp"
#include "console/files.hpp"
#include "core/random.hpp"
#include "games/game.hpp"
#include "json/tree.hpp"
#include "make/finds.hpp"
#include "make/maker.hpp"

namespace octomate::collect {

/// What a collection is to be.
struct CollectionOptions {
    RecordTarget target;
    std::uint64_t count = 0;           ///< of distinct puzzles; 0: as many as there come
    std::optional<make::Choice> best;  ///< keep only these; none: write all
    bool whole_units = false;          ///< with `count`: do not stop within a unit
    records::Json run;     ///< all that decides what the run finds: an earlier run must have had the same
    std::string preamble;  ///< written in front of the records
};

/// The puzzles of a run on their way to a file: takes them in the order of the units, without duplicates, and
/// remembers beside the file how far it has come, so that a run that was killed can go on and end in the same
/// bytes.
///
/// Beside what a RunFile keeps stands FILE.seen (fingerprints and patterns, 16 bytes a puzzle) until the run
/// is complete.
class Collection {
  public:
    /// Tells `know` the fingerprints of the puzzles that an earlier run has found, if it goes on with one.
    Collection(const CollectionOptions& options, const std::function<void(std::uint64_t)>& know);

    /// The first unit that is still to be done.
    std::uint64_t next_unit() const { return next_unit_; }
    /// How many distinct puzzles there are.
    std::uint64_t found() const { return found_; }
    std::uint64_t duplicates() const { return duplicates_; }
    /// How many mating patterns they show.
    std::size_t patterns() const { return patterns_.size(); }
    /// How many positions were looked at for them.
    std::uint64_t positions() const { return positions_; }
    const records::Json& run() const { return output_.run(); }
    /// Whether an earlier run has finished, so that nothing is left to do.
    bool finished() const { return output_.finished(); }
    bool complete() const { return options_.count > 0 && found_ >= options_.count; }
    /// Whether a run that is stopped can go on.
    bool resumable() const { return output_.resumable(); }

    /// Takes what the next unit found, without the duplicates; false if that is enough.
    bool take(make::UnitResult&& result);

    /// Closes the file of a run that is interrupted or out of time, and remembers how far it came.
    void stop();

    /// Writes what is still to be written, `closing` last: the run is complete.
    void finish(const std::string& closing);

  private:
    std::string seen_file() const { return options_.target.file + RunFile::seen_ending; }
    void remove_seen_file() const;
    void start();
    void open_output();
    void go_on(const records::Json& progress, const std::function<void(std::uint64_t)>& know);
    void accept(make::Find&& find);
    void end_chapter(std::uint64_t unit);
    void save();
    void sync_seen();
    records::Json progress();

    const CollectionOptions options_;
    RunFile output_;
    OpenFile seen_;
    std::optional<make::Best> best_;
    make::DistinctSet patterns_;
    // Read by the thread that reports progress.
    std::atomic<std::uint64_t> next_unit_ = 0, found_ = 0, positions_ = 0;
    std::uint64_t duplicates_ = 0;
    Checksum seen_sum_;                // of FILE.seen
    std::uint64_t chapter_bytes_ = 0;  // written since the last chapter ended
    std::uint64_t chapter_unit_ = 0;   // in which this chapter began
};

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
using UnitSink = std::function<bool(make::UnitResult&&)>;

/// Does the units in threads of this process; `take` gets their results in order, without duplicates, until
/// it returns false.
void make_units(const GenerateOptions& options, const CommonOptions& common, const games::Game& game,
                Inputs& inputs, make::Units units, const UnitSink& take);

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
