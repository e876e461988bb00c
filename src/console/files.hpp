#pragma once

#include <fcntl.h>

#include <cstddef>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "core/expected.hpp"

namespace octomate {

/// A file of the C library that is closed when it goes out of scope.
struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
};
using OpenFile = std::unique_ptr<std::FILE, CloseFile>;

/// A file descriptor that is closed when it goes out of scope.
class Descriptor {
  public:
    explicit Descriptor(int number = -1) : number_(number) {}
    Descriptor(Descriptor&& other) noexcept : number_(other.release()) {}
    Descriptor& operator=(Descriptor&& other) noexcept;
    ~Descriptor();

    int number() const { return number_; }
    /// Leaves it to the caller to close.
    int release();

  private:
    int number_;
};

/// Opens a regular file, directly or through links, with the flags of open(2); or says why not. Pipes and
/// devices, from which a read may block or never end, are refused without waiting for them.
Expected<Descriptor, std::string> open_regular(const std::string& file, int flags = O_RDONLY);

/// All that `read(to, size)` gives until it returns 0 bytes; or why it fails.
template <class Read>
Expected<std::string, std::string> read_all(Read read) {
    std::string bytes;
    for (std::size_t size = 0;;) {
        constexpr std::size_t piece = std::size_t{1} << 16;
        bytes.resize(size + piece);
        Expected<std::size_t, std::string> got = read(bytes.data() + size, piece);
        if (!got) return Unexpected{std::move(got.error())};
        size += *got;
        bytes.resize(size);
        if (*got == 0) return bytes;
    }
}

/// The content of a regular file; or why it cannot be read.
Expected<std::string, std::string> read_regular(const std::string& file);

/// Whether nothing has that name. Where that cannot be found out the answer is no: opening the file then
/// fails with the reason.
bool is_missing(const std::string& file);

/// Returns the path that `name` stands for: follows symbolic links, also the last one if nothing is behind
/// it. Returns `name` itself if the links form a loop.
std::string follow_links(const std::string& name);

/// Returns a text that two names share if and only if they stand for the same file, however they are spelled:
/// device and inode of a file that exists, or else its path without links. "-" is standard input.
std::string file_identity(const std::string& name);

/// Replaces the content of a file at once: a reader finds the old bytes or the new ones, even if the program
/// or the machine stops meanwhile. A pipe or a device gets the bytes directly. Throws EnvironmentError.
void replace_file(const std::string& file, std::string_view bytes);

/// Whether a name is one for a directory: one is there, or it ends in a slash or has no extension.
bool may_name_directory(const std::string& name);

/// Makes a directory and those above it where they are missing; throws EnvironmentError if it cannot.
void make_directory(const std::string& name);

}  // namespace octomate
