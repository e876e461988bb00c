#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "collect/run_file.hpp"
#include "console/files.hpp"
#include "json/tree.hpp"
#include "make/best.hpp"
#include "make/unit.hpp"

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

}  // namespace octomate::collect
