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

/// The file and the format to which a command writes puzzles.
struct RecordTarget {
    std::optional<records::RecordFormat> format;  ///< --to; nullopt: by the name of the file, or JSON Lines
    std::string file;                             ///< --output; empty or "-": the standard output

    bool force = false;   ///< --force: overwrite the output of a run that was stopped
    bool resume = false;  ///< --resume: continue the run that was stopped
    bool report = false;  ///< the output is text or JSON other than records, with colours on a terminal

    bool is_standard_output() const { return file.empty() || file == "-"; }

    /// Returns the name of the file if it is a plain or new file, which a later run can resume; empty for
    /// pipes, devices and standard output.
    std::string lasting_file() const;

    /// Returns `format`, or else the format of the file's extension, or else JSON Lines.
    records::RecordFormat resolved_format() const;

    /// True if the name ends in ".zst", which selects zstd.
    bool compressed() const { return file.ends_with(".zst"); }
};

/// Writes puzzle records to a file or standard output, compressed if the file's name ends in ".zst". Writes
/// the header of the format first. All functions throw EnvironmentError if the system refuses to open or
/// write.
class RecordFile {
  public:
    /// Opens standard output, or a new file that replaces the target when it is closed (see OutputFile).
    /// Throws EnvironmentError if the target is the output of a run that was stopped, unless `target.force`.
    explicit RecordFile(const RecordTarget& target);

    /// Appends to a file after its first `resume_at` bytes, a size that `bytes()` returned after
    /// `end_frame()`; 0 begins anew. `before` is the checksum of these bytes. Records written stay in the
    /// file even if it is not closed.
    RecordFile(const RecordTarget& target, OutputFile output, std::uint64_t resume_at,
               const Checksum& before = {});

    RecordFile(const RecordFile&) = delete;
    RecordFile& operator=(const RecordFile&) = delete;
    ~RecordFile();

    /// Formats a record with its newlines, and adds the names of the fields that the format leaves out to
    /// `left_out`. May be called from many threads at once.
    std::string text(const records::Puzzle& puzzle, std::set<std::string>& left_out) const;

    // The functions below must be called by one thread at a time.

    /// Moves names of fields that the format left out from `names` to the note that `close` prints.
    void note_left_out(std::set<std::string>& names) { left_out_.merge(names); }

    /// Appends one or more records that `text` formatted.
    void write(std::string_view text);
    void write(const records::Puzzle& puzzle) { write(text(puzzle, left_out_)); }

    /// Flushes all records to the system, so that they survive the end of this process, and ends the zstd
    /// frame. The bytes of the file depend only on the text and on where frames end, and not on how calls
    /// divide it.
    void end_frame();

    /// The size of the file in bytes, valid after `end_frame()`: later records may still be buffered. For
    /// standard output, the number of bytes written.
    std::uint64_t bytes() const { return bytes_; }

    /// The checksum of the first `bytes()` bytes of the file, those of an earlier run included; not kept for
    /// standard output.
    const Checksum& checksum() const { return checksum_; }

    /// Waits until the records before the last `end_frame()` are on the disk.
    void sync();

    /// Writes the footer of the format and flushes the file.
    void end();

    /// Ends and closes the file, which then gets its name; see OutputFile::commit for `complete`. If a file
    /// is not closed, its last records may be lost. Unless `quiet`, prints a note that names the fields that
    /// the format left out.
    void close(bool complete = true, bool quiet = true);

  private:
    class Compressor;

    RecordFile(const RecordTarget& target, std::optional<OutputFile> output, std::uint64_t bytes);
    std::string note() const;
    void drain(bool end);
    void write_out(std::string_view bytes);

    const RecordTarget target_;
    records::RecordFormat format_;
    std::optional<OutputFile> output_;  ///< the open file; nullopt: standard output
    std::set<std::string> left_out_;    ///< names of fields that the format left out
    bool keeps_part_ = false;           ///< the file, or FILE.part, stays even without `close`
    bool open_ = true;
    bool ended_ = false;  ///< true if the footer is written
    std::string buffer_;  ///< text that is not yet compressed or written
    std::unique_ptr<Compressor> compressor_;
    std::uint64_t bytes_ = 0;
    Checksum checksum_;
    bool failed_ = false;  ///< true if a write has failed
};

}  // namespace octomate::collect
