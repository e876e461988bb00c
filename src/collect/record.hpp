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

/// Reads records from files, processes them by the rules of their game, and writes the results.
namespace octomate::collect {

/// The processes (ranks) of octomate-mpi. All run the same command; one, the leader, writes its output. The
/// work is numbered units; the result of each is a string. Each rank appends results to a file, its part.
class Ranks {
  public:
    /// A run whose units are shared.
    struct Run {
        std::string file;  ///< the output, beside which the parts are; empty: parts in the working folder
        std::uint64_t sum = 0;    ///< the checksum of all options and inputs that determine the results
        bool resume = false;      ///< skip the units that are in the parts of an earlier run
        std::uint64_t first = 0;  ///< the number of the first unit; only the leader's value matters
    };

    virtual ~Ranks() = default;

    /// True on one rank, the leader.
    virtual bool leads() const = 0;

    /// Broadcasts `value` from the leader: all ranks must call it, and it returns the leader's value on each.
    virtual bool leader_value(bool value) const = 0;

    /// Shares the units of `run`; all ranks must call it. Calls `work` on every rank; `work` must `claim`
    /// units and `submit` their results until `claim` returns nullopt. On the leader, calls `consume(result)`
    /// for each unit in order, until it returns false. Throws EnvironmentError if `run.sum` differs between
    /// ranks.
    virtual void share(const Run& run, const std::function<void()>& work,
                       const std::function<bool(std::string_view)>& consume) = 0;

    /// Returns the number of a unit that no rank has claimed yet, greater than all claimed before; nullopt if
    /// the run is over. Any thread within `work` may call it.
    virtual std::optional<std::uint64_t> claim() = 0;

    /// Appends the result of `unit` to the part of this rank; does nothing once the run is interrupted, since
    /// the result may be incomplete.
    virtual void submit(std::uint64_t unit, std::string_view result) = 0;

    /// Removes the parts of a complete run that wrote to `file`. Only the leader may call it.
    virtual void remove_parts(const std::string& file) = 0;
};

/// A function that processes a valid record. `notes` holds the notes from parsing the record; the function
/// may add others. If it fails with faults, the record counts as bad.
using RecordHandler =
    std::function<Status(const games::Game& game, records::Puzzle& puzzle, std::vector<std::string>& notes)>;

/// Returns the format that --from names; nullopt if it is to be detected from the first record of each file.
std::optional<records::InputFormat> input_format(const CommonOptions& common);

/// Parses the record of a line and calls `handle` with it. Reports a bad record with all its faults on
/// standard error and, with JSON Lines, as an error record in the output. A record whose best moves could not
/// be read within `report_limits` is skipped and counts as incomplete.
void read_record(const records::Line& line, const CommonOptions& common, records::Output& output,
                 const RecordHandler& handle, const reports::ReportLimits& report_limits = {});

/// Calls `handle` with a record that was parsed already; reports a bad record as `read_record` does.
void handle_record(records::ReadPuzzle&& read, const records::Line& line, const CommonOptions& common,
                   records::Output& output, const RecordHandler& handle,
                   const reports::ReportLimits& report_limits = {});

/// Calls `read_record` unless the line is blank or a comment.
void with_record(const records::Line& line, const CommonOptions& common, records::Output& output,
                 const RecordHandler& handle);

/// Prints `why` a run was stopped, such as "interrupted", and the command that continues it, or if it is not
/// `resumable`, advice to use --output. With --quiet, prints nothing.
void report_how_to_continue(const CommonOptions& common, bool resumable, std::string_view why);

/// Prints the notes on standard error, unless --quiet.
void print_notes(const std::vector<std::string>& notes, const CommonOptions& common);

/// The result of a run over files.
struct RunResult {
    int code = Success;    ///< the exit code
    bool complete = true;  ///< all files were read to their end
    records::Counts counts{};
};

/// Returns the total size of the files in bytes, without decompressing them; files of unknown size count as
/// 0.
std::uint64_t total_size(const std::vector<std::string>& files);

/// Runs a stream over the files and reports progress. With `shared`, all ranks share the lines, and only the
/// leader calls the stream's `consume`; the stream's outputs must then be plain `records::Output`s.
RunResult run_stream(const std::vector<std::string>& files, const CommonOptions& common,
                     const records::LineStream& stream, const Ranks::Run* shared = nullptr);

/// Calls `work(line, output)` for the lines of the files, on many threads, and `consume(output)` for the
/// outputs in the order of the lines. An output is a `records::Batch<Result>`, or a `records::Output` if
/// `Result` is void. Messages go to standard error.
template <class Result = void, class Work, class Consume>
RunResult run_lines(const std::vector<std::string>& files, const CommonOptions& common, const Work& work,
                    const Consume& consume, const Ranks::Run* shared = nullptr) {
    const auto deliver = [&](auto& output) {
        consume(output);
        print_message(output.messages);
    };
    return run_stream(files, common, records::stream_of<Result>(work, deliver), shared);
}

/// Calls `work(line, output)` for the lines of the files, on many threads, and prints `output.data` in order.
template <class Work>
RunResult run_lines(const std::vector<std::string>& files, const CommonOptions& common, const Work& work) {
    return run_lines(files, common, work, [](const records::Output& output) { print_coloured(output.data); });
}

/// Sets the number of threads of a search, and makes Ctrl-C interrupt it.
inline void set_up_search(const CommonOptions& common, reports::SearchRequest& request) {
    request.threads = common.threads;
    request.interrupted = &interrupted;
}

/// A valid record of a file, with its game.
struct Entry {
    const games::Game* game = nullptr;
    records::Puzzle puzzle;  ///< the puzzle, with a normalised `fen`
    std::string file;
    std::size_t line = 1;
};

/// Returns all valid records of the files, in order; reports bad records and skips them. Sets `result` to the
/// result of the run.
std::vector<Entry> read_entries(const std::vector<std::string>& files, const CommonOptions& common,
                                RunResult& result);

/// Returns the id of the record, or its line, such as "line 7", if it has no id.
std::string label_of(const Entry& entry);

/// Checks whether all files can be opened, and reports those that cannot. Commands call it before they open
/// their output.
bool can_open(const std::vector<std::string>& inputs);

/// Returns the whole text of a file, decompressed if it is zstd, or of standard input for "-". Fails with the
/// reason. If the user interrupts, returns the part read so far, and `interrupted` is set.
Expected<std::string, std::string> read_text_file(const std::string& file);

/// Sets the variant of a record without a variant, unless it is the default game, so that the record means
/// the same under any --variant.
void add_variant(records::Puzzle& puzzle, const games::Game& game);

/// A function that processes a line and appends its result to `output`; `file` formats records.
using WriteLine =
    std::function<void(const records::Line& line, records::Output& output, const RecordFile& file)>;

/// Calls `work` for the lines of the files, and writes `output.data` to `target` in order. If an input cannot
/// be opened, `target` stays unchanged. Under octomate-mpi, all ranks share the lines.
RunResult write_lines(const std::vector<std::string>& files, const CommonOptions& common,
                      const RecordTarget& target, const WriteLine& work);

/// A function that changes a puzzle before it is written; fails with the puzzle's faults. Clears `complete`
/// if a limit stopped the work: the puzzle is then written unchanged, unless the user has interrupted the
/// run.
using Change = std::function<Status(const games::Game& game, records::Puzzle& puzzle,
                                    std::vector<std::string>& notes, bool& complete)>;

/// Applies `change` to the puzzles of the files and writes them to `target`, in order and with the variant
/// that `add_variant` sets; reports bad records and leaves them out. With `with_notes`, prints the notes on
/// each record, unless --quiet. Returns the exit code.
int rewrite(const std::vector<std::string>& files, const CommonOptions& common, const RecordTarget& target,
            const Change& change, bool with_notes = false);

}  // namespace octomate::collect
