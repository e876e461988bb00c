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

/// How a collection is written, and when it is complete.
struct CollectionOptions {
    RecordTarget target;
    std::uint64_t count = 0;              ///< distinct puzzles wanted; 0: no bound
    std::optional<make::Selection> best;  ///< write only the best puzzles; nullopt: write all
    bool whole_units = false;             ///< with `count`: stop only at the end of a unit
    records::Json run;     ///< all options that determine what is found; equal in a resumed run
    std::string preamble;  ///< text written before the records
};

/// Writes the puzzles of a run to a file, in the order of the units and without duplicates. Saves its
/// progress beside the file, so that a run that was killed can resume and end with the same bytes.
///
/// In addition to the files of RunFile, it keeps FILE.seen until the run is complete: the fingerprint and the
/// mating pattern of each puzzle, 16 bytes in all.
class Collection {
  public:
    /// If `options.target` resumes an earlier run, calls `add_known(fingerprint)` for each puzzle which that
    /// run had found.
    Collection(const CollectionOptions& options, const std::function<void(std::uint64_t)>& add_known);

    /// The number of the first unit that is not done.
    std::uint64_t next_unit() const { return next_unit_; }
    /// The number of distinct puzzles so far.
    std::uint64_t found() const { return found_; }
    std::uint64_t duplicates() const { return duplicates_; }
    /// The number of distinct mating patterns of the puzzles.
    std::size_t patterns() const { return patterns_.size(); }
    /// The number of positions that were tested to find the puzzles.
    std::uint64_t positions() const { return positions_; }
    const records::Json& run() const { return output_.run(); }
    /// True if the earlier run had finished, so that nothing is left to do.
    bool finished() const { return output_.finished(); }
    /// True if `count` puzzles are found.
    bool complete() const { return options_.count > 0 && found_ >= options_.count; }
    /// True if a later run can resume this one after it is stopped.
    bool resumable() const { return output_.resumable(); }

    /// Adds the finds of the next unit, from which the caller has removed duplicates. Returns false if the
    /// run should end: enough puzzles are found, or the user has interrupted it.
    bool add(make::UnitResult&& result);

    /// Saves the progress and closes the file of a run that is interrupted or out of time.
    void stop();

    /// Completes the run: writes the puzzles that were held back for --best, then `closing`, and closes the
    /// file.
    void finish(const std::string& closing);

  private:
    std::string seen_file() const { return options_.target.file + RunFile::seen_suffix; }
    void remove_seen_file() const;
    void start();
    void open_output();
    void resume(const records::Json& progress, const std::function<void(std::uint64_t)>& add_known);
    void accept(make::Find&& find);
    void end_chapter(std::uint64_t unit);
    void save();
    void sync_seen();
    records::Json progress();

    const CollectionOptions options_;
    RunFile output_;
    OpenFile seen_;
    std::optional<make::BestPool> best_;
    make::DistinctSet patterns_;
    // Atomic because the thread that shows the progress reads them.
    std::atomic<std::uint64_t> next_unit_ = 0, found_ = 0, positions_ = 0;
    std::uint64_t duplicates_ = 0;
    Checksum seen_sum_;                // checksum of FILE.seen
    std::uint64_t chapter_bytes_ = 0;  // bytes of records in the current chapter
    std::uint64_t chapter_unit_ = 0;   // the first unit of the current chapter
};

struct GenerateOptions {
    std::string from = "play";         ///< source of the puzzles: "play", "place", "table", or a puzzle file
    std::vector<std::string> classes;  ///< materials such as KQKR, if `from` is "table"
    std::string want;                  ///< "sharpest", "swing" or "only-move", if `from` is "table"
    std::string tables;                ///< the folder of endgame tables; empty: the default folder
    make::Task task;
    std::uint64_t count = 0;  ///< number of distinct puzzles wanted; 0: no bound
    double seconds = 0;       ///< time limit; 0: no limit
    std::uint64_t best = 0;   ///< write only this many of the best puzzles; 0: write all
    bool balance = false;
    bool chapters = false;
    make::Units units;
    bool has_unit_range = false;  ///< true if --units limits the units
    std::vector<std::string> exclude;
    RecordTarget target;
    std::string certificate;  ///< file to which proofs of the keys are written; empty: no proofs
    /// The filter options of the command line, by name, with their values. They go to the progress file,
    /// since they determine which puzzles are found.
    std::vector<std::pair<std::string, std::vector<std::string>>> filters;

    /// Returns the number of puzzles that this run must find; 0: no bound. A shard finds its share of `count`
    /// and a quarter more, since several shards may find the same puzzle.
    std::uint64_t share() const;
};

/// The puzzles that a run reads before it begins.
struct Inputs {
    std::vector<make::GivenPosition> given;  ///< the puzzles of --from, which the run varies
    make::DistinctSet known;                 ///< fingerprints of puzzles that count as duplicates
    Checksum given_sum, excluded_sum;  ///< checksums of the puzzles read; a resumed run must read the same
    int code = Success;                ///< BadInput if some records were bad
};

/// Reads the puzzles of --from and --exclude. Fails with the exit code if the run cannot begin.
Expected<Inputs, int> read_inputs(const GenerateOptions& options, const CommonOptions& common,
                                  const games::Game& game);

/// Accepts the result of a unit; returns false to end the run.
using UnitSink = std::function<bool(make::UnitResult&&)>;

/// Runs the units in threads of this process. Calls `consume(result)` in the order of the units, with
/// duplicates removed, until `consume` returns false.
void make_units(const GenerateOptions& options, const CommonOptions& common, const games::Game& game,
                Inputs& inputs, make::Units units, const UnitSink& consume);

/// Runs octomate generate, and returns the exit code.
int run_generate(const GenerateOptions& options, const CommonOptions& common, const games::Game& game);

/// The comment lines at the beginning and end of the file of a shard, from which `octomate merge` reads the
/// run to which the shard belongs, and the units that are done.
struct ShardNote {
    static constexpr std::string_view mark = "# octomate generate ";

    /// Returns the comment before the records: `# octomate generate {"variant": …, "shard": [1, 2]}`.
    static std::string begin(const records::Json& run);

    /// Returns the comment after the records: `# octomate generate {"shard": [1, 2], "done": 38}`. The units
    /// before `next_unit` are done.
    static std::string end(const records::Json& run, std::uint64_t next_unit);
};

/// Collects the shard comments of several files, and checks whether all shards of a run are there.
class ShardNotes {
  public:
    /// Parses a comment that begins with `ShardNote::mark`; ignores it if it is not a valid shard comment.
    void add(std::string_view line);

    /// A run of which no shard is missing.
    struct WholeRun {
        std::uint64_t count = 0;  ///< puzzles that a single run would have written
        std::uint64_t units = 0;  ///< all units below this number are done; 0: unknown
    };

    /// Returns the run if the comments are those of all shards of a single run with --count; else nullopt.
    std::optional<WholeRun> whole_run() const;

    /// Returns a line for each run with missing shards, which names them; empty if no shard is missing.
    std::string missing() const;

  private:
    struct Run {
        std::uint64_t shards = 0;
        std::optional<std::uint64_t> count;
        std::set<std::uint64_t> begun;  ///< numbers of the shards whose first note was read
    };

    std::map<std::string, Run> runs_;              // key: the first comment without the number of the shard
    std::map<std::uint64_t, std::uint64_t> done_;  // shard number to the first unit that is not done
};

}  // namespace octomate::collect
