#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "console/files.hpp"
#include "core/random.hpp"
#include "formats/formats.hpp"
#include "puzzle/puzzle.hpp"

namespace octomate::collect {

/// Where commands that write puzzles put them, and in which format.
struct RecordTarget {
    std::optional<records::RecordFormat> format;  ///< --to; none: what the file's name says, or JSON Lines
    std::string file;                             ///< --output; empty or "-": the standard output

    bool force = false;   ///< write over the output of a run that was stopped
    bool resume = false;  ///< continue the run that was stopped
    bool report = false;  ///< for text or JSON that is no puzzle record, with colours on a terminal

    bool is_standard_output() const { return file.empty() || file == "-"; }

    /// The name of a plain file, in which a run can go on later; empty for pipes, devices and standard
    /// output.
    std::string lasting_file() const;

    /// The format to write.
    records::RecordFormat resolved_format() const;

    /// Whether the name asks for zstd: "….zst".
    bool compressed() const { return file.ends_with(".zst"); }
};

/// Puzzle records on their way out, compressed if the file's name ends in ".zst". The file begins with the
/// header of its format. What the system refuses is an EnvironmentError.
class RecordFile {
  public:
    /// A file that takes its name when it is closed, as an OutputFile does; or the standard output. The
    /// output of a run that was stopped is an EnvironmentError, unless the target says `force`.
    explicit RecordFile(const RecordTarget& target);

    /// Goes on with a file behind its first `resume_at` bytes, a size that `bytes()` once returned after
    /// `end_frame()`; 0 begins anew. `before`: the checksum of what is kept. What was written stays, closed
    /// or not.
    RecordFile(const RecordTarget& target, OutputFile output, std::uint64_t resume_at,
               const Checksum& before = {});

    RecordFile(const RecordFile&) = delete;
    RecordFile& operator=(const RecordFile&) = delete;
    ~RecordFile();

    /// Formats a record with its newlines, and adds the names of the fields that the format leaves out to
    /// `left_out`. May be called from many threads at once.
    std::string text(const records::Puzzle& puzzle, std::set<std::string>& left_out) const;

    /// Adds names of fields to the note on what was left out. One thread at a time, as for all that follows.
    void note_left_out(std::set<std::string>& names) { left_out_.merge(names); }

    /// Writes records that `text` made, or some joined to one.
    void write(std::string_view text);
    void write(const records::Puzzle& puzzle) { write(text(puzzle, left_out_)); }

    /// Hands all that was written on to the system, so that it outlives this process. The file is whole up to
    /// here: with zstd, the frame ends. The bytes of the file depend on what is written and on where frames
    /// end, not on how the text was cut into calls.
    void end_frame();

    /// The size of the file after the last `end_frame()`; what was written since may or may not be in it yet.
    /// Of the standard output, what this object wrote.
    std::uint64_t bytes() const { return bytes_; }

    /// The same bytes' checksum, of a file; of a file that is gone on with, also of those before.
    const Checksum& checksum() const { return checksum_; }

    /// Waits until what was written before `end_frame()` is on the disk.
    void sync();

    /// Writes what stands at the end of the file, and hands it on to the system.
    void end();

    /// Ends and closes the file, which takes its name; see OutputFile::commit for `whole`. Without
    /// it what was written last may not have arrived. Unless `quiet`, a note on standard error names the
    /// fields that the format left out.
    void close(bool whole = true, bool quiet = true);

  private:
    class Compressor;

    RecordFile(const RecordTarget& target, std::optional<OutputFile> output, std::uint64_t bytes);
    std::string note() const;
    void drain(bool end);
    void write_out(std::string_view bytes);

    const RecordTarget target_;
    records::RecordFormat format_;
    std::optional<OutputFile> output_;  ///< none: the standard output
    std::set<std::string> left_out_;    ///< names of fields
    bool stays_ = false;
    bool open_ = true;
    bool ended_ = false;
    std::string buffer_;  ///< text that has not been compressed or written
    std::unique_ptr<Compressor> compressor_;
    std::uint64_t bytes_ = 0;
    Checksum checksum_;
    bool failed_ = false;  ///< a write was refused
};

}  // namespace octomate::collect
