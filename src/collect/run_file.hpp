#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "collect/record_file.hpp"
#include "console/files.hpp"
#include "core/random.hpp"
#include "json/tree.hpp"

namespace octomate::collect {

/// Computes the checksum of the first `size` bytes of a file; of fewer if it is shorter or cannot be read.
Checksum checksum_of(const std::string& file, std::uint64_t size);

/// Serializes an object with a checksum as its last field, so that changes are noticed.
std::string sealed(records::Json object);

/// An object read from a progress file, without its checksum.
struct Unsealed {
    records::Json object;
    bool intact = false;  ///< the checksum agrees
};

/// Parses what `sealed` wrote; nullopt if the text is no JSON object.
std::optional<Unsealed> unsealed(std::string_view text);

/// Reads the whole number of a field; throws Json::exception if it is missing, or no whole number in range.
template <class Number>
void parse_whole_number(const records::Json& json, const char* name, Number& number) {
    const records::Json& value = json.at(name);
    const bool fits = value.is_number_unsigned()
                          ? std::in_range<Number>(value.get<std::uint64_t>())
                          : value.is_number_integer() && std::in_range<Number>(value.get<std::int64_t>());
    if (!fits) throw records::Json::out_of_range::create(406, "not a whole number in range", &value);
    number = value.get<Number>();
}

/// Throws EnvironmentError if a run that writes to the file was stopped and can go on.
void refuse_unfinished(const std::string& file);

/// Removes what an earlier run left beside the file, which has been replaced and is no longer of that run.
void forget_run(const std::string& file);

/// The records of a long run on their way to FILE. A run that was stopped or killed can go on, and ends in
/// the same bytes.
///
/// An empty FILE is written in place; one that holds something stays until the run is complete, and the
/// records go to FILE.part. FILE.progress says how far the run has come, and later that it is finished:
/// sealed JSON, replaced as a whole, and there before any record. Pipes, devices and the standard output are
/// just written.
class RunFile {
  public:
    /// Behind the name of the file that a run may keep for itself, see Collection.
    static constexpr const char* seen_ending = ".seen";

    /// Returns the files that a run keeps beside its output.
    static std::vector<std::string> side_files(const RecordTarget& target);

    /// Locks the file. With `target.resume` an earlier run continues if its `run`, all that decides what is
    /// written, is the same. Throws UsageError if the target is no plain file, and EnvironmentError.
    RunFile(const RecordTarget& target, records::Json run);
    /// A file that was made for nothing goes again.
    ~RunFile();
    RunFile(const RunFile&) = delete;
    RunFile& operator=(const RunFile&) = delete;

    /// Whether a run that is stopped can go on: only a plain file can be gone on with.
    bool resumable() const { return lock_.has_value(); }
    /// The progress of the earlier run; none if this one begins anew.
    const std::optional<records::Json>& earlier() const { return earlier_; }
    /// Whether the earlier run was complete.
    bool finished() const { return finished_; }
    const records::Json& run() const { return run_; }
    std::string progress_file() const;
    /// The earlier progress is not what it should be.
    [[noreturn]] void refuse(std::string_view why) const;

    /// The run begins, or goes on. `state`: what FILE.progress says besides.
    void begin(const records::Json& state);
    /// Opens the records, behind those that are kept.
    void open();
    RecordFile& records() { return *records_; }
    bool is_open() const { return records_.has_value(); }
    /// All records up to here, where a frame has ended, are to be kept.
    void keep();
    /// Whether it is time to save: every second, or less often if saving takes long.
    bool due() const { return resumable() && std::chrono::steady_clock::now() - saved_ >= pause_; }
    void save(const records::Json& state);
    /// The run is complete but for `close`.
    void complete(const records::Json& state);
    /// Closes the file. If the run is complete, FILE.part takes its name. See RecordFile::close for `quiet`.
    void close(bool quiet = true);

  private:
    void resume();
    void begin_anew();
    void write_progress(const records::Json& state, bool finished);

    const RecordTarget target_;
    const records::Json run_;
    std::optional<FileLock> lock_;  // of a plain file
    bool untouched_ = false;        // this object made the file, and nothing else
    bool in_part_ = false;
    bool finished_ = false;
    bool complete_ = false;
    std::optional<records::Json> earlier_;
    std::uint64_t kept_bytes_ = 0;
    Checksum kept_sum_;
    std::optional<RecordFile> records_;
    std::chrono::steady_clock::time_point saved_ = std::chrono::steady_clock::now();
    std::chrono::steady_clock::duration pause_ = std::chrono::milliseconds(200);
};

}  // namespace octomate::collect
