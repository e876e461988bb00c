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

/// Keeps other runs of the program from a file, until it goes or the process ends.
class FileLock {
  public:
    /// Makes the file where there is none, and locks it. Throws EnvironmentError, also if another run has it.
    /// A file system that knows no locks has none.
    explicit FileLock(const std::string& name);
    /// Locks the file, or returns nullopt if another run has it.
    static std::optional<FileLock> unless_taken(const std::string& name);
    /// Puts a new file with these bytes, complete and on the disk, in the place of the locked one, and keeps
    /// that locked instead: at no time could another run lock what has the name. Throws EnvironmentError.
    void replace(std::string_view bytes);

  private:
    FileLock(std::string name, Descriptor descriptor)
        : name_(std::move(name)), descriptor_(std::move(descriptor)) {}

    std::string name_;
    Descriptor descriptor_;
};

/// Whether a file is plain, or not there yet: it can be replaced as a whole, and gone on with later. Pipes,
/// devices and names of open descriptors, such as /dev/stdout, are not, whatever these lead to.
bool is_plain_or_new(const std::string& name);

/// The one way to write a file that the user names. What all errors throw is EnvironmentError.
///
/// A plain file, or one that is not there yet, is written beside, as .NAME.octomate, and takes the name once
/// it is complete and on the disk: until then, and if that never comes, what stood there stays. No other run
/// writes to it meanwhile. Pipes, devices and open descriptors are written as they are.
class OutputFile {
  public:
    /// `held`: the lock of the file, if the caller has it.
    explicit OutputFile(const std::string& name, const FileLock* held = nullptr);

    /// Goes on with a file in its place, behind its first `size` bytes; with 0 it is made or emptied. A file
    /// that has fewer bytes is refused.
    static OutputFile in_place(const std::string& name, std::uint64_t size);

    /// The same with `part_name(name)`, which takes the place of a plain file when it is committed, and stays
    /// beside it otherwise. The caller has the lock of the file.
    static OutputFile in_part(const std::string& name, std::uint64_t size);
    /// FILE.part, where the file is that a link stands for.
    static std::string part_name(const std::string& name);

    OutputFile(OutputFile&& other) noexcept = default;
    /// Without `commit` what was written beside goes; what was written in place or in FILE.part stays.
    ~OutputFile();

    /// On a terminal control characters are made visible, as `print` does; elsewhere every byte stays.
    void write(std::string_view bytes);
    bool is_terminal() const;
    /// Waits until what was written is on the disk, where there is one.
    void sync();
    /// The file is complete: it is closed, and what was written beside takes its name. If it is not `whole`,
    /// because its input broke off or the run was interrupted, it does not replace another one, which is
    /// reported.
    void commit(bool whole = true);

    /// The file that is written beside `name` until it is complete.
    static std::string beside_name(const std::string& name);
    /// Checks whether `name`, without its folder, is the name of a file that was written beside another.
    static bool is_beside(std::string_view name);

  private:
    friend class FileLock;

    OutputFile(std::string name, Descriptor descriptor)
        : name_(std::move(name)), target_(name_), descriptor_(std::move(descriptor)) {}

    /// As `commit`, but what was written stays open, and locked.
    Descriptor commit_and_keep();
    /// Takes the owner and the mode of the file that is to be replaced.
    void look_like_target();
    [[noreturn]] void fail(std::string_view what = "cannot write") const;

    std::string name_;    // as the user gave it
    std::string target_;  // what it stands for
    std::string beside_;  // empty: written in place
    bool replaces_ = false;
    bool part_stays_ = false;  // without `commit`
    Descriptor descriptor_;
    Descriptor held_;  // what is to be replaced, locked
};

/// The files that a command reads and writes. No file may be both, or be written twice, however its names are
/// spelled.
class OutputNames {
  public:
    /// Adds files that the command reads; "-" is standard input.
    void add_inputs(const std::vector<std::string>& files);
    const std::vector<std::string>& inputs() const { return input_names_; }

    /// Throws UsageError if `file`, the value of `option`, or the file written beside it is an input or was
    /// claimed before. Claims nothing for an empty name, "-", or a name of something else than a plain file.
    void claim(const std::string& option, const std::string& file);

    /// Throws UsageError if standard output or standard error goes to one of the inputs.
    void check_streams() const;

  private:
    std::vector<std::string> input_names_;
    std::map<std::string, std::string> inputs_;   // the name given, by identity
    std::map<std::string, std::string> options_;  // the option, by the identity of its file
};

/// Values as bytes, for the same program on a machine of the same kind.
class Packer {
  public:
    template <class T>
    requires std::is_trivially_copyable_v<T>
    void put(const T& value) { bytes_.append(reinterpret_cast<const char*>(&value), sizeof value); }

    void put(std::string_view text) {
        put(std::uint64_t{text.size()});
        bytes_ += text;
    }

    template <class T>
    void put(const std::vector<T>& list) {
        put(std::uint64_t{list.size()});
        bytes_.append(reinterpret_cast<const char*>(list.data()), list.size() * sizeof(T));
    }

    std::string take() { return std::move(bytes_); }

  private:
    std::string bytes_;
};

/// Takes values out again, in the order in which they were put. Bytes that end too early are an
/// EnvironmentError.
class Unpacker {
  public:
    /// The bytes must outlive it.
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
        if (size > bytes_.size()) throw EnvironmentError("the bytes end too early");
        const std::string_view part = bytes_.substr(0, size);
        bytes_.remove_prefix(size);
        return part;
    }

    std::string_view bytes_;
};

}  // namespace octomate
