#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "core/fault.hpp"
#include "formats/formats.hpp"

namespace octomate::records {

/// Reads the bytes of a file or of standard input. Decompresses zstd, which it recognises by the first bytes,
/// not by the file's name.
class ByteSource {
  public:
    /// Once `interrupted` is set, `read` returns 0 as at the end of a file, even if it is waiting for input.
    explicit ByteSource(const std::atomic<bool>* interrupted = nullptr);
    ~ByteSource();
    ByteSource(const ByteSource&) = delete;
    ByteSource& operator=(const ByteSource&) = delete;

    /// Opens a file; "-" is standard input. A FEN that is not the name of a file is read like a file with
    /// this one line. Returns the system's message on failure.
    Expected<void, std::string> open(const std::string& file);
    bool is_open() const { return descriptor_ >= 0; }
    void close();

    /// Reads up to `size` bytes (at least 1) to `to`. Returns the number of bytes read, which may be less
    /// than `size`; 0 at the end. On failure returns the system's message, or that the compressed data are
    /// invalid.
    Expected<std::size_t, std::string> read(char* to, std::size_t size);

    /// Returns the number of bytes read from the file, before decompression; 0 once it is closed.
    std::uint64_t bytes() const { return bytes_; }

  private:
    struct Decompressor;

    Expected<std::size_t, std::string> read_plain(char* to, std::size_t size);
    Expected<std::size_t, std::string> read_compressed(char* to, std::size_t size);
    Expected<std::size_t, std::string> detect_compression();
    bool is_interrupted() const { return interrupted_ && interrupted_->load(std::memory_order_relaxed); }

    const std::atomic<bool>* interrupted_;
    int descriptor_ = -1;
    std::uint64_t bytes_ = 0;
    bool detected_ = false;    ///< the first bytes have been checked for zstd
    std::string first_bytes_;  ///< bytes read to detect zstd and not returned yet
    std::string failure_;      ///< why decompression failed; all later reads fail too
    std::unique_ptr<Decompressor> decompressor_;
};

/// Checks whether `ByteSource::open` accepts `file`, without opening it (which would disturb a pipe). Fails
/// with a message.
Expected<void, std::string> check_readable(const std::string& file);

/// Reads lines as they arrive, for interactive programs.
class LineReader {
  public:
    /// The source must be open and outlive the reader.
    explicit LineReader(ByteSource& source) : source_(source) {}

    /// Returns the next line without its newline, an error if the line is longer than `longest_record`, or
    /// nullopt at the end of the input.
    std::optional<Expected<std::string, std::string>> next();

  private:
    /// Reads into the buffer if it is used up; returns false at the end of the input.
    bool fill();

    ByteSource& source_;
    std::array<char, 65536> buffer_;
    std::size_t at_ = 0, filled_ = 0;
};

/// Counts of records by outcome.
struct Counts {
    std::size_t records = 0;     ///< all records; blank lines and comments do not count
    std::size_t bad = 0;         ///< records with faults
    std::size_t negative = 0;    ///< records with a negative verdict
    std::size_t incomplete = 0;  ///< records whose analysis hit a limit
    /// The number of verdicts of each kind; each command numbers its kinds from 0.
    std::array<std::size_t, 7> verdicts{};

    Counts& operator+=(const Counts& more);
};

/// The output for a batch of records: text for standard output (`data`) and standard error (`messages`),
/// and counts.
struct Output : Counts {
    std::string data;
    std::string messages;
    std::set<std::string> left_out;  ///< names of fields that the output format cannot hold
};

/// The output for a batch of records, with results of a type chosen by the command.
template <class Result>
struct Batch : Output {
    std::vector<Result> results;
};

/// The counts of a whole run.
struct Tally : Counts {
    std::size_t unreadable = 0;  ///< files that could not be opened or read to their end
    bool interrupted = false;
};

/// Measures the progress of a run. Another thread may read it at any time.
class StreamMeter {
  public:
    /// `files` and `threads` must be those of the run.
    StreamMeter(const std::vector<std::string>& files, int threads);

    /// Returns the number of finished records. In unfinished batches it counts lines, so the result may
    /// decrease a little when a batch ends.
    std::uint64_t records() const;

    /// Adds records that another process finished.
    void add_records(std::uint64_t records) { records_.fetch_add(records, std::memory_order_relaxed); }

    /// Returns the finished fraction of the input by size, 0 to 1, or nullopt if the size is unknown, as with
    /// a pipe.
    std::optional<double> part() const;

    /// The progress within one batch. Aligned to avoid false sharing between threads.
    struct alignas(64) Batch {
        std::atomic<std::uint64_t> bytes = 0;  ///< size of the finished lines
        std::atomic<std::uint64_t> lines = 0;
    };

  private:
    friend struct LineStream;

    std::vector<Batch> batches_;
    std::atomic<std::uint64_t> records_ = 0;     ///< records in finished batches
    std::atomic<std::uint64_t> bytes_ = 0;       ///< bytes in finished batches, decompressed
    std::atomic<std::uint64_t> text_bytes_ = 0;  ///< bytes read, after decompression
    std::atomic<std::uint64_t> file_bytes_ = 0;  ///< bytes read, before decompression
    std::optional<std::uint64_t> size_ = 0;      ///< total size of the files in bytes; nullopt: unknown
};

/// Returns the largest number of batches that are processed at the same time.
constexpr std::size_t batches_in_work(int threads) {
    return threads == 1 ? 1 : static_cast<std::size_t>(threads) * 3;
}

struct StreamOptions {
    int threads = 1;                                  ///< number of threads, at least 1
    std::size_t batch_bytes = std::size_t{64} << 10;  ///< size of a batch; a longer record is a batch alone
    std::optional<InputFormat> format{};              ///< format of all files; nullopt: detected in each file
    const std::atomic<bool>* interrupted = nullptr;   ///< the run stops reading once it is set; may be null
    StreamMeter* meter = nullptr;                     ///< measures the run; may be null
    /// Called for each batch in order; a batch for which it returns false is skipped. If empty, no batch is
    /// skipped.
    std::function<bool()> selects_batch{};
};

/// Iterates over the records of one batch.
class Lines {
  public:
    /// `text` holds whole records; `first` gives their file and format, and the line number of the first one.
    /// Counts the progress in `counter`. Ends early once `interrupted` is set. Both pointers may be null.
    Lines(const Line& first, std::string_view text, StreamMeter::Batch* counter = nullptr,
          const std::atomic<bool>* interrupted = nullptr)
        : line_(first),
          next_number_(first.number),
          remaining_(text),
          counter_(counter),
          interrupted_(interrupted) {}

    /// Iterates over all records of a file in memory, `text`; detects its format.
    static Lines of_file(std::string_view name, std::string_view text);

    /// Returns the next record, blank lines and comments included, or null at the end. The result is valid
    /// until the next call.
    const Line* next();
    /// Checks whether `next` has not returned all records yet.
    bool has_more() const { return !remaining_.empty(); }

  private:
    Line line_;
    std::size_t next_number_;
    std::string_view remaining_;
    StreamMeter::Batch* counter_;                ///< counts finished lines; may be null
    const std::atomic<bool>* interrupted_;       ///< ends the iteration; may be null
    std::shared_ptr<const CsvColumns> columns_;  ///< owns the columns of `line_` for `of_file`, else null
    std::string_view header_;  ///< the header, which is not a record; empty if there is none
    std::uint64_t bytes_ = 0;  ///< size of the records returned so far
    std::uint64_t lines_ = 0;
};

/// How a command processes records, with its result type erased (`stream_of` makes it).
struct LineStream {
    std::function<std::shared_ptr<Output>()> make;  ///< makes an empty output of the command's type
    std::function<void(Lines&, Output&)> work;      ///< processes a batch and adds to its output
    std::function<void(Output&)> consume;           ///< receives the output of a batch; may move from it

    /// Reads the files in order, decompressing them if necessary, and processes batches of records in
    /// parallel. `consume` gets the outputs in the order of the input, one at a time, so the result does not
    /// depend on the number of threads. Memory is bounded by `batches_in_work`.
    ///
    /// If a file cannot be read to its end, `consume` gets a message after the output for the records before
    /// the error; other files are not affected. If the run is interrupted, all batches end early, and
    /// `consume` gets no output after the first incomplete one.
    Tally run(const std::vector<std::string>& files, const StreamOptions& options) const;
};

/// Makes a LineStream. `work(line, output)` processes one record and adds to `output`, a `Batch<Result>&`, or
/// an `Output&` if `Result` is void. `consume(output)` may move from it. Both must outlive the stream.
template <class Result = void, class Work, class Consume>
LineStream stream_of(const Work& work, const Consume& consume) {
    using Place = std::conditional_t<std::is_void_v<Result>, Output, Batch<Result>>;
    return {
        .make = [] { return std::make_shared<Place>(); },
        .work =
            [&work](Lines& lines, Output& output) {
                while (const Line* line = lines.next()) work(*line, static_cast<Place&>(output));
            },
        .consume = [&consume](Output& output) { consume(static_cast<Place&>(output)); },
    };
}

/// Processes the records of `files` as `LineStream::run` does, with the `work` and `consume` of `stream_of`.
template <class Result = void, class Work, class Consume>
Tally stream_lines(const std::vector<std::string>& files, const StreamOptions& options, const Work& work,
                   const Consume& consume) {
    return stream_of<Result>(work, consume).run(files, options);
}

}  // namespace octomate::records
