#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "core/fault.hpp"

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

}  // namespace octomate::records
