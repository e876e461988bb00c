#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/expected.hpp"

namespace octomate::records {

/// The bytes of a file, or of the standard input; what zstd compressed comes out as it was. The file's first
/// bytes tell, not its name.
class ByteSource {
  public:
    /// Once `interrupted` is set, a read that waits for input ends as if the file ended there.
    explicit ByteSource(const std::atomic<bool>* interrupted = nullptr);
    ~ByteSource();
    ByteSource(const ByteSource&) = delete;
    ByteSource& operator=(const ByteSource&) = delete;

    /// Opens a file; "-" is the standard input, and a FEN that is no file's name stands for a file of that
    /// line alone. False if the system refuses, with the reason in errno.
    bool open(const std::string& file);
    bool is_open() const { return descriptor_ >= 0; }
    void close();

    /// Reads up to `size` bytes, more than 0: as many as there are for now, 0 at the end. Or why not: the
    /// system's reason, or what is wrong with the compressed data.
    Expected<std::size_t, std::string> read(char* to, std::size_t size);

    /// How many bytes of the file were read, compressed as they may be; 0 once it is closed.
    std::uint64_t bytes() const { return bytes_; }

  private:
    class Decompressor;

    Expected<std::size_t, std::string> read_plain(char* to, std::size_t size);
    Expected<std::size_t, std::string> read_compressed(char* to, std::size_t size);
    Expected<std::size_t, std::string> look();
    bool is_interrupted() const { return interrupted_ && interrupted_->load(std::memory_order_relaxed); }

    const std::atomic<bool>* interrupted_;
    int descriptor_ = -1;
    std::uint64_t bytes_ = 0;
    bool looked_ = false;  ///< whether the first bytes have been looked at
    std::string first_;    ///< those, as long as nobody got them
    std::string failure_;  ///< what was wrong with compressed data; it stays wrong
    std::unique_ptr<Decompressor> decompressor_;
};

/// Why the file cannot be opened for reading, or nothing. A pipe is not touched.
std::optional<std::string> why_not_open(const std::string& file);

}  // namespace octomate::records
