#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace octomate::records {

struct CsvColumns;

/// A piece of the input that may hold a record: one line, or the lines of a game of PGN or of a row of CSV.
struct Line {
    std::string_view file;                ///< as the user named it; "-" is standard input
    std::size_t number;                   ///< of the first line, from 1
    std::string_view text;                ///< without its last newline
    const CsvColumns* columns = nullptr;  ///< what the last header above it says, if there is one
};

/// What became of some lines: text for the standard output, text for the standard error, and counts.
struct Output {
    std::string data;
    std::string talk;
    std::size_t records = 0;     ///< lines that were neither blank nor comments
    std::size_t bad = 0;         ///< of these, the ones with faults
    std::size_t negative = 0;    ///< of these, the ones whose verdict is negative
    std::size_t incomplete = 0;  ///< of these, the ones that a limit cut short

    void clear();
};

/// What became of some lines, with results of a type of their own.
template <class Result>
struct Batch : Output {
    std::vector<Result> results;
};

/// The counts of a whole run.
struct Tally {
    std::size_t records = 0;
    std::size_t bad = 0;
    std::size_t negative = 0;
    std::size_t incomplete = 0;
    std::size_t unreadable = 0;  ///< files that could not be opened or read to their end
    bool interrupted = false;

    void add(const Output& output);
};

/// How a run is driven.
struct StreamOptions {
    int threads = 1;  ///< at least 1
    std::size_t batch_bytes = std::size_t{64}
                              << 10;  ///< input handed to a thread at once; a longer line goes alone
    const std::atomic<bool>* interrupted = nullptr;  ///< no further input is taken once it is set
};

/// The lines that are handed to a thread at once.
class Lines {
  public:
    /// The text, whose first line is to have the number, name and columns of `first`.
    Lines(const Line& first, std::string_view text) : line_(first), next_number_(first.number), rest_(text) {}

    /// The next line, which holds until the next call; null at the end.
    const Line* next();

  private:
    Line line_;
    std::size_t next_number_;
    std::string_view rest_;
};

/// What is to be done with the lines of files, whatever comes of them.
struct LineStream {
    std::function<std::shared_ptr<Output>()> make;  ///< a place for what becomes of a batch
    std::function<void(Lines&, Output&)> work;      ///< adds what becomes of its lines
    std::function<void(Output&)> take;              ///< leaves the results empty

    /// Reads the files (compressed ones too) in order and works on their lines in parallel, batch by batch.
    /// `take` gets the batches in the order of the input, from one thread at a time, so that it is the same
    /// for any number of threads. Memory is bounded by the batches in flight. A file that cannot be read to
    /// its end is told through `take`, behind what came before the fault, and costs the others nothing.
    /// Headers of CSV are passed over.
    Tally run(const std::vector<std::string>& files, const StreamOptions& options) const;
};

/// `work(line, batch)` adds to a `Batch<Result>&`; `take(batch)` may move the results away. Both must outlive
/// the stream.
template <class Result, class Work, class Take>
LineStream stream_of(const Work& work, const Take& take) {
    using Place = Batch<Result>;
    return {
        .make = [] { return std::make_shared<Place>(); },
        .work =
            [&work](Lines& lines, Output& output) {
                while (const Line* line = lines.next()) work(*line, static_cast<Place&>(output));
            },
        .take =
            [&take](Output& output) {
                take(static_cast<Place&>(output));
                static_cast<Place&>(output).results.clear();
            },
    };
}

/// The same where all results are text.
LineStream stream_of(const std::function<void(const Line&, Output&)>& work,
                     const std::function<void(const Output&)>& write);

template <class Result, class Work, class Take>
Tally stream_lines(const std::vector<std::string>& files, const StreamOptions& options, const Work& work,
                   const Take& take) {
    return stream_of<Result>(work, take).run(files, options);
}

inline Tally stream_lines(const std::vector<std::string>& files, const StreamOptions& options,
                          const std::function<void(const Line&, Output&)>& work,
                          const std::function<void(const Output&)>& write) {
    return stream_of(work, write).run(files, options);
}

}  // namespace octomate::records
