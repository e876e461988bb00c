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

/// The bytes of a file, or of the standard input; what zstd compressed comes out as it was. Its first bytes
/// decide, not its name.
class ByteSource {
  public:
    /// Once `interrupted` is set, a read that waits for input ends as if the file ended there.
    explicit ByteSource(const std::atomic<bool>* interrupted = nullptr);
    ~ByteSource();
    ByteSource(const ByteSource&) = delete;
    ByteSource& operator=(const ByteSource&) = delete;

    /// Opens a file; "-" is the standard input, and a FEN that is not a file's name stands for a file of that
    /// line alone. Or why the system refuses.
    Expected<void, std::string> open(const std::string& file);
    bool is_open() const { return descriptor_ >= 0; }
    void close();

    /// Reads up to `size` bytes, more than 0: as many as there are for now, 0 at the end. Or why not: the
    /// system's reason, or what is wrong with the compressed data.
    Expected<std::size_t, std::string> read(char* to, std::size_t size);

    /// How many bytes of the file were read, compressed as they may be; 0 once it is closed.
    std::uint64_t bytes() const { return bytes_; }

  private:
    struct Decompressor;

    Expected<std::size_t, std::string> read_plain(char* to, std::size_t size);
    Expected<std::size_t, std::string> read_compressed(char* to, std::size_t size);
    Expected<std::size_t, std::string> look();
    bool is_interrupted() const { return interrupted_ && interrupted_->load(std::memory_order_relaxed); }

    const std::atomic<bool>* interrupted_;
    int descriptor_ = -1;
    std::uint64_t bytes_ = 0;
    bool looked_ = false;  ///< whether the first bytes have been looked at
    std::string first_;    ///< those, until they are read
    std::string failure_;  ///< what was wrong with compressed data; it stays wrong
    std::unique_ptr<Decompressor> decompressor_;
};

/// Whether the file can be opened for reading; or why not. A pipe is not touched.
Expected<void, std::string> check_readable(const std::string& file);

/// Reads the lines of a source as they come, for programs that answer each one.
class LineReader {
  public:
    /// The source must be open and outlive the reader.
    explicit LineReader(ByteSource& source) : source_(source) {}

    /// The next line, without its newline, or what is wrong with it if it is longer than `longest_record`;
    /// none at the end of the input.
    std::optional<Expected<std::string, std::string>> next();

  private:
    /// Makes sure that there are bytes to look at; false at the end of the input.
    bool fill();

    ByteSource& source_;
    std::array<char, 65536> buffer_;
    std::size_t at_ = 0, filled_ = 0;
};

struct Counts {
    std::size_t records = 0;     ///< lines that were neither blank nor comments
    std::size_t bad = 0;         ///< of these, the ones with faults
    std::size_t negative = 0;    ///< of these, the ones whose verdict is negative
    std::size_t incomplete = 0;  ///< of these, the ones that a limit cut short
    /// How many verdicts of each kind there are; the command says which kinds.
    std::array<std::size_t, 7> verdicts{};

    Counts& operator+=(const Counts& more);
};

/// What became of some lines: text for standard output, text for standard error, and counts.
struct Output : Counts {
    std::string data;
    std::string talk;
    std::set<std::string> left_out;  ///< names of fields that the format of the data leaves out

    virtual ~Output() = default;
    virtual void clear() {
        static_cast<Counts&>(*this) = {};
        data.clear();
        talk.clear();
        left_out.clear();
    }
};

/// What became of some lines, with results of a type of their own.
template <class Result>
struct Batch : Output {
    std::vector<Result> results;

    void clear() override {
        Output::clear();
        results.clear();
    }
};

/// What became of a whole run.
struct Tally : Counts {
    std::size_t unreadable = 0;  ///< files that could not be opened or read to their end
    bool interrupted = false;
};

/// Counts how far a run has come, for another thread that asks now and then.
class StreamMeter {
  public:
    StreamMeter(const std::vector<std::string>& files, int threads);

    /// How many records are done; those of batches in work are counted as lines, so that it may fall a
    /// little.
    std::uint64_t records() const;

    /// Counts records that another process did.
    void add_records(std::uint64_t records) { records_.fetch_add(records, std::memory_order_relaxed); }

    /// Which part of the input is done, 0…1, by its size; none where that is not known, as of a pipe.
    std::optional<double> part() const;

    /// How far a thread has come in its batch.
    struct alignas(64) Batch {
        std::atomic<std::uint64_t> bytes = 0;  ///< of the lines that are done
        std::atomic<std::uint64_t> lines = 0;
    };

  private:
    friend struct LineStream;

    std::vector<Batch> batches_;
    std::atomic<std::uint64_t> records_ = 0;  ///< of the batches that are done
    std::atomic<std::uint64_t> bytes_ = 0;    ///< of the same
    std::atomic<std::uint64_t> text_ = 0;  ///< bytes that were read, as they are when they are not compressed
    std::atomic<std::uint64_t> read_ = 0;  ///< bytes that were read, as they stand in the files
    std::optional<std::uint64_t> size_ = 0;  ///< of all files
};

/// How many batches are in work at most.
constexpr std::size_t batches_in_work(int threads) {
    return threads == 1 ? 1 : static_cast<std::size_t>(threads) * 3;
}

/// How a run is driven.
struct StreamOptions {
    int threads = 1;  ///< at least 1
    std::size_t batch_bytes = std::size_t{64}
                              << 10;      ///< input handed to a thread at once; a longer line goes alone
    std::optional<InputFormat> format{};  ///< of all files; none: each file's first record decides
    const std::atomic<bool>* interrupted = nullptr;  ///< no further input is taken once it is set
    StreamMeter* meter = nullptr;                    ///< of the same files and threads; null: none
    /// Called for each batch in order: a batch for which it returns false is passed over. Empty: all batches
    /// are done.
    std::function<bool()> wants{};
};

/// The records that are handed to a thread at once.
class Lines {
  public:
    /// Whole records of a file. The first one has the number, the file's name and the format of `first`.
    /// Gives out no more of them once `interrupted` is set.
    Lines(const Line& first, std::string_view text, StreamMeter::Batch* counter = nullptr,
          const std::atomic<bool>* interrupted = nullptr)
        : line_(first),
          next_number_(first.number),
          rest_(text),
          counter_(counter),
          interrupted_(interrupted) {}

    /// All records of a file that is in memory.
    static Lines of_file(std::string_view name, std::string_view text);

    /// The next record, which holds until the next call; null at the end. Blank lines and comments are among
    /// them.
    const Line* next();
    /// Checks whether there are records that have not been given out.
    bool has_more() const { return !rest_.empty(); }

  private:
    Line line_;
    std::size_t next_number_;
    std::string_view rest_;
    StreamMeter::Batch* counter_;                ///< null: none
    const std::atomic<bool>* interrupted_;       ///< null: never
    std::shared_ptr<const CsvColumns> columns_;  ///< those of `line_`, if it must own them
    std::string_view header_;                    ///< the line that is to be passed over, if it is to come
    std::uint64_t bytes_ = 0;                    ///< of the lines that were given out
    std::uint64_t lines_ = 0;
};

/// What is done with the lines of files, type-erased.
struct LineStream {
    std::function<std::shared_ptr<Output>()> make;  ///< a place for what becomes of a batch
    std::function<void(Lines&, Output&)> work;      ///< adds what becomes of its lines
    std::function<void(Output&)> take;              ///< may move the results away

    /// Reads the files (compressed ones too) in order and works on their lines in parallel, batch by batch.
    /// `take` gets the batches in the order of the input, from one thread at a time, so that it is the same
    /// for any number of threads. Memory is bounded by the batches in flight. A file that cannot be read to
    /// its end is reported through `take`, behind what came before the fault, and does not affect the others.
    /// An interruption ends all batches; those behind one that was cut short are dropped.
    Tally run(const std::vector<std::string>& files, const StreamOptions& options) const;
};

/// `work(line, output)` adds to a `Batch<Result>&`, or to an `Output&` where there is nothing but text, and
/// `take(output)` may move the results away. Both must outlive the stream.
template <class Result = void, class Work, class Take>
LineStream stream_of(const Work& work, const Take& take) {
    using Place = std::conditional_t<std::is_void_v<Result>, Output, Batch<Result>>;
    return {
        .make = [] { return std::make_shared<Place>(); },
        .work =
            [&work](Lines& lines, Output& output) {
                while (const Line* line = lines.next()) work(*line, static_cast<Place&>(output));
            },
        .take = [&take](Output& output) { take(static_cast<Place&>(output)); },
    };
}

template <class Result = void, class Work, class Take>
Tally stream_lines(const std::vector<std::string>& files, const StreamOptions& options, const Work& work,
                   const Take& take) {
    return stream_of<Result>(work, take).run(files, options);
}

}  // namespace octomate::records
