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

/// Returns the checksum of the first `size` bytes of a file, or of the bytes that can be read if there are
/// fewer.
Checksum checksum_of(const std::string& file, std::uint64_t size);

/// Serializes an object as a line of JSON with an additional field "checksum", by which `unsealed` detects
/// changes.
std::string sealed(records::Json object);

/// An object that `sealed` wrote, without its checksum.
struct Unsealed {
    records::Json object;
    bool intact = false;  ///< true if the checksum agrees
};

/// Parses an object that `sealed` wrote; nullopt if the text is not a JSON object.
std::optional<Unsealed> unsealed(std::string_view text);

/// Sets `number` to the value of the field `name`; throws Json::exception if it is missing, or not a whole
/// number in the range of `Number`.
template <class Number>
void parse_whole_number(const records::Json& json, const char* name, Number& number) {
    const records::Json& value = json.at(name);
    const bool fits = value.is_number_unsigned()
                          ? std::in_range<Number>(value.get<std::uint64_t>())
                          : value.is_number_integer() && std::in_range<Number>(value.get<std::int64_t>());
    if (!fits) throw records::Json::out_of_range::create(406, "not a whole number in range", &value);
    number = value.get<Number>();
}

/// Throws EnvironmentError if `file` is the output of a run that was stopped and can be resumed.
void refuse_unfinished(const std::string& file);

/// Removes FILE.progress and the other files that an earlier run left beside `file`. To be called when `file`
/// was replaced and no longer belongs to that run.
void forget_run(const std::string& file);

/// Writes the records of a long run to FILE. A run that was stopped or killed can be resumed, and then
/// produces the same bytes as one without interruption.
///
/// A new or empty FILE is written in place. A FILE with content stays until the run is complete; the records
/// are written to FILE.part, which then replaces it. FILE.progress is a JSON object with a checksum that
/// records how far the run has come, or that it is finished. It exists before the first record is written,
/// and is replaced atomically. For pipes, devices and standard output there is no progress file.
class RunFile {
  public:
    /// The suffix of the file in which a Collection keeps its fingerprints.
    static constexpr const char* seen_suffix = ".seen";

    /// Returns the names of files that a run keeps beside its output; empty if a run cannot be resumed.
    static std::vector<std::string> side_files(const RecordTarget& target);

    /// Locks the file. `run` holds all options that determine what is written. With `target.resume`, reads
    /// the progress of an earlier run, whose `run` must be equal, and throws UsageError if the target is not
    /// a plain file. Throws EnvironmentError if a file cannot be used or the earlier run cannot be resumed.
    RunFile(const RecordTarget& target, records::Json run);
    /// Removes the file if this object created it and `begin` was never called.
    ~RunFile();
    RunFile(const RunFile&) = delete;
    RunFile& operator=(const RunFile&) = delete;

    /// True if the run can be resumed after it is stopped: the target is a plain file.
    bool resumable() const { return lock_.has_value(); }
    /// The progress of the earlier run; nullopt if this run begins anew.
    const std::optional<records::Json>& earlier() const { return earlier_; }
    /// True if the earlier run was complete.
    bool finished() const { return finished_; }
    const records::Json& run() const { return run_; }
    std::string progress_file() const;
    /// Throws EnvironmentError: FILE.progress is unusable because of `why`.
    [[noreturn]] void refuse(std::string_view why) const;

    /// Begins or resumes the run: creates FILE.progress, with the additional fields `state`, if it is
    /// missing.
    void begin(const records::Json& state);
    /// Opens the records for appending after those that a resumed run keeps.
    void open();
    /// The file of the records; valid after `open`.
    RecordFile& records() { return *records_; }
    bool is_open() const { return records_.has_value(); }
    /// Marks the end of the records that a resumed run will keep. To be called after `RecordFile::end_frame`.
    void keep();
    /// True if progress should be saved: every second, or less often if saving takes long.
    bool is_save_due() const { return resumable() && std::chrono::steady_clock::now() - saved_ >= pause_; }
    /// Writes FILE.progress with the additional fields `state`, after the records it counts are on the disk.
    void save(const records::Json& state);
    /// Writes the end of the records and marks the run as finished in FILE.progress.
    void complete(const records::Json& state);
    /// Closes the file; FILE.part replaces FILE if the run is complete. See RecordFile::close for `quiet`.
    void close(bool quiet = true);

  private:
    void resume();
    void begin_anew();
    void write_progress(const records::Json& state, bool finished);

    const RecordTarget target_;
    const records::Json run_;
    std::optional<FileLock> lock_;  // nullopt unless the target is a plain file
    bool is_new_ = false;           // this object created the file, and the run has not begun
    bool in_part_ = false;          // the records go to FILE.part
    bool finished_ = false;         // the earlier run was complete
    bool complete_ = false;         // this run is complete
    std::optional<records::Json> earlier_;
    std::uint64_t kept_bytes_ = 0;  // number of bytes of records that a resumed run keeps
    Checksum kept_sum_;             // checksum of the first `kept_bytes_` bytes
    std::optional<RecordFile> records_;
    std::chrono::steady_clock::time_point saved_ = std::chrono::steady_clock::now();
    std::chrono::steady_clock::duration pause_ = std::chrono::milliseconds(200);
};

}  // namespace octomate::collect
