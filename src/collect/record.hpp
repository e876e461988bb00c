#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "collect/record_file.hpp"
#include "console/console.hpp"
#include "core/fault.hpp"
#include "formats/problem.hpp"
#include "games/game.hpp"
#include "puzzle/puzzle.hpp"
#include "reports/reports.hpp"
#include "stream/stream.hpp"

/// Records on their way from a file to the game that they belong to.
namespace octomate::collect {

/// The processes among which octomate-mpi divides a run. All of them run the same command; one of them, the
/// leader, writes its output. The work consists of numbered units, and what a unit gives is a text.
class Ranks {
  public:
    /// A run whose units are shared.
    struct Run {
        std::string file;         ///< its output, beside which the parts stand; empty: in the working folder
        std::uint64_t sum = 0;    ///< the checksum of all that decides the results
        bool resume = false;      ///< the units in the parts of an earlier run are not done again
        std::uint64_t first = 0;  ///< the number of the first unit; the leader decides
    };

    virtual ~Ranks() = default;

    virtual bool leads() const = 0;

    /// Returns on all ranks what `on_the_leader` is there.
    virtual bool agreed(bool on_the_leader) const = 0;

    /// Calls `work` on every rank, which claims units and puts their results until none are left; and on the
    /// leader `take(result)` for each unit in order, until it returns false. Throws EnvironmentError if the
    /// sums of the ranks differ.
    virtual void share(const Run& run, const std::function<void()>& work,
                       const std::function<bool(std::string_view)>& take) = 0;

    /// Returns the number of a unit that no other rank does, greater than those before; nullopt: the run is
    /// over. May be called by any thread within `work`.
    virtual std::optional<std::uint64_t> claim() = 0;

    /// Writes the result of a unit to the part of this rank; not once the run is interrupted, since the unit
    /// may not have been done to its end.
    virtual void put(std::uint64_t unit, std::string_view result) = 0;

    /// Removes the parts of a run that is complete. Only the leader may call it.
    virtual void remove_parts(const std::string& file) = 0;
};

/// Uses a good record: the game, the puzzle, and the notes of its reader, to which others may be added.
/// Fails with what the game finds wrong with it; then it is a bad record after all.
using Use =
    std::function<Status(const games::Game& game, records::Puzzle& puzzle, std::vector<std::string>& notes)>;

/// Returns the format of puzzle files that --from names; nullopt: their first records decide.
std::optional<records::InputFormat> input_format(const CommonOptions& common);

/// Reads the record of a line and calls `use`. A bad one is reported with all that is wrong: on standard
/// error for people, in its place for machines. One whose best moves could not be read within the patience
/// is not used and counts as incomplete.
void read_record(const records::Line& line, const CommonOptions& common, records::Output& output,
                 const Use& use, const reports::Patience& patience = {});

/// Does what read_record does with a record that has been read already.
void use_record(records::ReadPuzzle read, const records::Line& line, const CommonOptions& common,
                records::Output& output, const Use& use, const reports::Patience& patience = {});

/// Does what read_record does, unless the line is blank or a comment.
void with_record(const records::Line& line, const CommonOptions& common, records::Output& output,
                 const Use& use);

/// Prints how a run that was stopped before its end can go on, unless --quiet.
void report_how_to_continue(const CommonOptions& common, bool resumable, std::string_view why);

/// Prints the notes on standard error, unless --quiet.
void print_notes(const std::vector<std::string>& notes, const CommonOptions& common);

/// What came of a run.
struct Ran {
    int code = Success;
    bool whole = true;  ///< all files were read to their end
    records::Counts counts{};
};

/// Returns the size of the files together, compressed as they may be; files of unknown size do not count.
std::uint64_t bytes_in(const std::vector<std::string>& files);

/// Runs a stream over the files, with progress on a terminal. With `shared` all ranks do so, on the leader
/// alone the outputs are taken, and the stream must have no results but text.
Ran run_stream(const std::vector<std::string>& files, const CommonOptions& common,
               const records::LineStream& stream, const Ranks::Run* shared = nullptr);

/// Runs the lines of the files through `work(line, output)`, and hands what becomes of them to
/// `take(output)` in their order: a `records::Batch<Result>&`, or a `records::Output&` where there is nothing
/// but text. Messages go to standard error.
template <class Result = void, class Work, class Take>
Ran run_lines(const std::vector<std::string>& files, const CommonOptions& common, const Work& work,
              const Take& take, const Ranks::Run* shared = nullptr) {
    const auto deliver = [&](auto& output) {
        take(output);
        talk(output.talk);
    };
    return run_stream(files, common, records::stream_of<Result>(work, deliver), shared);
}

/// Runs the lines of the files through `work(line, output)` and prints the data.
template <class Work>
Ran run_lines(const std::vector<std::string>& files, const CommonOptions& common, const Work& work) {
    return run_lines(files, common, work, [](const records::Output& output) { print_coloured(output.data); });
}

/// What the searches of all commands share: the threads of the run, and an end when the user interrupts it.
inline void search_as(const CommonOptions& common, reports::SearchRequest& request) {
    request.threads = common.threads;
    request.interrupted = &interrupted;
}

/// A valid record of a file, with its game.
struct Entry {
    const games::Game* game = nullptr;
    records::Puzzle puzzle;  ///< `fen` is normalised
    std::string file;
    std::size_t line = 1;
};

/// Reads all records of some files, in their order; `ran` becomes the result of the run. Bad ones are
/// reported and passed over.
std::vector<Entry> read_entries(const std::vector<std::string>& files, const CommonOptions& common, Ran& ran);

/// Returns the id of the record, or "line 7" if it has none.
std::string label_of(const Entry& entry);

/// Checks whether all files can be opened, and reports those that cannot. Commands call it before they touch
/// their output.
bool can_open(const std::vector<std::string>& inputs);

/// Reads the whole text of a file, decompressed if it is zstd, or of standard input for "-"; fails with the
/// reason. Ctrl-C ends it early: the text is what had been read, and `interrupted` is set.
Expected<std::string, std::string> read_text_file(const std::string& file);

/// Names the game in a record where it must be named, so that it means the same whatever a run's default is.
void name_game(records::Puzzle& puzzle, const games::Game& game);

/// Adds what becomes of a line to `output`; `file` formats its records.
using WriteLine =
    std::function<void(const records::Line& line, records::Output& output, const RecordFile& file)>;

/// Runs the lines of the files through `work`, and writes the data to `target`, which stays as it was if an
/// input cannot be opened. Under octomate-mpi all ranks share the lines.
Ran write_lines(const std::vector<std::string>& files, const CommonOptions& common,
                const RecordTarget& target, const WriteLine& work);

/// Changes a puzzle before it is written back; fails with what the game finds wrong with it. Not
/// `complete`: a limit cut the work short and the puzzle is unchanged; it is written all the same, unless
/// the user has interrupted the run.
using Change = std::function<Status(const games::Game& game, records::Puzzle& puzzle,
                                    std::vector<std::string>& notes, bool& complete)>;

/// Writes the puzzles of some files back, in their order and with their game named where needed; bad ones
/// are reported and left out. The exit code of the run. With `with_notes` the notes on each record are
/// reported too, unless --quiet.
int rewrite(const std::vector<std::string>& files, const CommonOptions& common, const RecordTarget& target,
            const Change& change, bool with_notes = false);

}  // namespace octomate::collect
