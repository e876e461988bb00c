#pragma once

#include <fcntl.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "console/console.hpp"
#include "core/fault.hpp"

namespace octomate {

/// Closes a FILE of the C library; the deleter of OpenFile.
struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
};
using OpenFile = std::unique_ptr<std::FILE, CloseFile>;

/// A file descriptor that the destructor closes; -1: none.
class Descriptor {
  public:
    explicit Descriptor(int number = -1) : number_(number) {}
    Descriptor(Descriptor&& other) noexcept : number_(other.release()) {}
    Descriptor& operator=(Descriptor&& other) noexcept;
    ~Descriptor();

    int number() const { return number_; }
    /// Returns the number and releases the descriptor, which the caller must close.
    int release();

  private:
    int number_;
};

/// Opens a regular file, following links, with the flags of open(2). Returns the descriptor, or why the file
/// cannot be opened. Rejects pipes and devices, on which a read may block or never end.
Expected<Descriptor, std::string> open_regular(const std::string& file, int flags = O_RDONLY);

/// Calls `read(to, size)` until it returns 0 bytes. Returns all bytes, or the error of `read`.
template <class Read>
Expected<std::string, std::string> read_all(Read read) {
    std::string bytes;
    for (std::size_t size = 0;;) {
        constexpr std::size_t chunk_size = std::size_t{1} << 16;
        bytes.resize(size + chunk_size);
        Expected<std::size_t, std::string> got = read(bytes.data() + size, chunk_size);
        if (!got) return Unexpected{std::move(got.error())};
        size += *got;
        bytes.resize(size);
        if (*got == 0) return bytes;
    }
}

/// Returns the content of a regular file, or why it cannot be read.
Expected<std::string, std::string> read_regular(const std::string& file);

/// Checks whether no file has that name. Returns false if the system cannot tell, for example without
/// permission to read the folder.
bool is_missing(const std::string& file);

/// Resolves symbolic links, even a last link whose target is missing. Returns `name` itself if the links form
/// a loop.
std::string follow_links(const std::string& name);

/// Returns a text that is equal for two names if and only if they denote the same file: device and inode of a
/// file that exists, or else its path without links. "-" is standard input.
std::string file_identity(const std::string& name);

/// Replaces the content of a file atomically: a reader finds the old bytes or the new ones, even after a
/// crash. A pipe or a device gets the bytes directly. Throws EnvironmentError.
void replace_file(const std::string& file, std::string_view bytes);

/// Checks whether `name` is a directory, or may name a new one: it ends in a slash or has no extension.
bool may_name_directory(const std::string& name);

/// Creates a directory and its parents, if they are missing; throws EnvironmentError if that fails.
void make_directory(const std::string& name);

/// Locks a file against other runs of the program until this object is destroyed or the process ends.
class FileLock {
  public:
    /// Locks the file, and creates it if it is missing. Throws EnvironmentError if that fails, or another run
    /// has the lock. On a file system without locks nothing is locked.
    explicit FileLock(const std::string& name);
    /// Locks the file, as the constructor does; returns nullopt if another run has the lock.
    static std::optional<FileLock> try_lock(const std::string& name);
    /// Replaces the content of the locked file atomically and waits until it is on the disk. No other run can
    /// get the lock in between. Throws EnvironmentError.
    void replace(std::string_view bytes);

  private:
    FileLock(std::string name, Descriptor descriptor)
        : name_(std::move(name)), descriptor_(std::move(descriptor)) {}

    std::string name_;
    Descriptor descriptor_;
};

/// Checks whether `name` is a regular file or does not exist, so that a run can replace it as a whole or
/// continue it later. False for pipes, devices, and names of open descriptors, such as /dev/stdout, even if
/// the descriptor is that of a file.
bool is_plain_or_new(const std::string& name);

/// An output file that the user named. Its functions throw EnvironmentError.
///
/// A regular file is written under the temporary name .NAME.octomate in the same folder, and renamed once it
/// is complete and on the disk; until then, an existing file of that name stays. It is locked, so that no
/// other run writes to it at the same time. Pipes, devices and open descriptors are written directly.
class OutputFile {
  public:
    /// Opens the file. `lock`: the lock of the file, if the caller has it; null: this object locks the file.
    explicit OutputFile(const std::string& name, const FileLock* lock = nullptr);

    /// Continues a file in place, after its first `size` bytes; later bytes are removed. If `size` is 0, the
    /// file is created or emptied. A file with fewer bytes is an error.
    static OutputFile in_place(const std::string& name, std::uint64_t size);

    /// Continues the file `part_name(name)` after its first `size` bytes. `commit` renames it to `name`;
    /// without `commit` it stays. The caller must have the lock of the file.
    static OutputFile in_part(const std::string& name, std::uint64_t size);
    /// Returns the name of the file for a run that can be resumed: FILE.part, where FILE is `name` with links
    /// followed.
    static std::string part_name(const std::string& name);

    OutputFile(OutputFile&& other) noexcept = default;
    /// If `commit` was not called, removes the file with the temporary name, but keeps a file written in
    /// place and FILE.part.
    ~OutputFile();

    /// Writes bytes. On a terminal, control characters are made visible, as by `print`.
    void write(std::string_view bytes);
    bool is_terminal() const;
    /// Waits until the bytes are on the disk; does nothing for pipes and devices.
    void sync();
    /// Closes the file and renames it from its temporary name. If it is not `complete`, because some input
    /// could not be read or the run was interrupted, keeps an existing file and prints a message.
    void commit(bool complete = true);

    /// Returns the temporary name under which `name` is written until it is complete.
    static std::string temporary_name_of(const std::string& name);
    /// Checks whether `name`, a file name without its folder, has the form of a temporary name.
    static bool is_temporary_name(std::string_view name);

  private:
    friend class FileLock;

    OutputFile(std::string name, Descriptor descriptor)
        : name_(std::move(name)), target_(name_), descriptor_(std::move(descriptor)) {}

    /// Works like `commit`, but returns the descriptor, which is still open and locked.
    Descriptor commit_and_keep();
    /// Sets the owner and the mode of the new file to those of the file that it will replace.
    void copy_owner_and_mode();
    [[noreturn]] void fail(std::string_view what = "cannot write") const;

    std::string name_;             // the name as the user gave it
    std::string target_;           // the name with links followed
    std::string temporary_name_;   // empty: the file is written in place
    bool replaces_ = false;        // true if the file replaces an existing one
    bool keep_part_file_ = false;  // the file stays even without `commit`
    Descriptor descriptor_;
    Descriptor locked_target_;  // the existing file, locked
};

/// The names of the files that a command reads and writes. Detects a file that is both read and written, or
/// written twice, even under different names.
class OutputNames {
  public:
    /// Adds files that the command reads; "-" is standard input.
    void add_inputs(const std::vector<std::string>& files);
    const std::vector<std::string>& inputs() const { return input_names_; }

    /// Registers `file`, the value of `option`, as an output. Throws UsageError if the file or its temporary
    /// name is an input or was claimed before. Ignores an empty name, "-", pipes and devices.
    void claim(const std::string& option, const std::string& file);

    /// Throws UsageError if standard output or standard error goes to one of the inputs.
    void check_streams() const;

  private:
    std::vector<std::string> input_names_;
    std::map<std::string, std::string> inputs_;  // key: `file_identity` of an input; value: its name as given
    std::map<std::string, std::string> options_;  // key: `file_identity` of an output; value: its option
};

/// Serializes values to bytes in the native byte order; only the same build of the program can read them.
class Packer {
  public:
    template <class T>
    requires std::is_trivially_copyable_v<T>
    void append(const T& value) { bytes_.append(reinterpret_cast<const char*>(&value), sizeof value); }

    void append(std::string_view text) {
        append(std::uint64_t{text.size()});
        bytes_ += text;
    }

    template <class T>
    void append(const std::vector<T>& list) {
        append(std::uint64_t{list.size()});
        bytes_.append(reinterpret_cast<const char*>(list.data()), list.size() * sizeof(T));
    }

    std::string release() { return std::move(bytes_); }

  private:
    std::string bytes_;
};

/// Reads the values that a Packer wrote, in the same order. Throws EnvironmentError if the bytes end early.
class Unpacker {
  public:
    /// `bytes` must outlive this object.
    explicit Unpacker(std::string_view bytes) : bytes_(bytes) {}

    template <class T>
    requires std::is_trivially_copyable_v<T>
    void get(T& value) { std::memcpy(&value, next(sizeof value).data(), sizeof value); }
    void get(std::string& text) { text = this->text(); }

    template <class T>
    void get(std::vector<T>& list) {
        const auto size = get<std::uint64_t>();
        if (size > bytes_.size() / sizeof(T)) next(bytes_.size() + 1);
        list.resize(size);
        if (size > 0) std::memcpy(list.data(), next(size * sizeof(T)).data(), size * sizeof(T));
    }

    template <class T>
    T get() {
        T value{};
        get(value);
        return value;
    }

    std::string_view text() { return next(get<std::uint64_t>()); }
    bool empty() const { return bytes_.empty(); }

  private:
    std::string_view next(std::uint64_t size) {
        if (size > bytes_.size()) throw EnvironmentError("the data end early");
        const std::string_view part = bytes_.substr(0, size);
        bytes_.remove_prefix(size);
        return part;
    }

    std::string_view bytes_;
};

}  // namespace octomate
