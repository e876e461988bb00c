#include "console/output_file.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <optional>
#include <string_view>
#include <utility>

#include "console/console.hpp"

namespace octomate {

namespace {

/// The open descriptor that a name stands for, such as /dev/stdout: opened by its name, the file behind it
/// would be written from its beginning, or replaced.
std::optional<int> descriptor_named(const std::string& name) {
    if (name == "/dev/stdin") return STDIN_FILENO;
    if (name == "/dev/stdout") return STDOUT_FILENO;
    if (name == "/dev/stderr") return STDERR_FILENO;
    for (const std::string_view folder : {"/dev/fd/", "/proc/self/fd/"}) {
        int number = 0;
        const char* const end = name.data() + name.size();
        if (name.starts_with(folder) && std::from_chars(name.data() + folder.size(), end, number).ptr == end)
            return number;
    }
    return {};
}

constexpr std::string_view beside_begin = ".", beside_end = ".octomate";

/// Where a file is written before it takes its name.
std::string beside(const std::string& target) {
    constexpr std::size_t longest = 200;  // of a name, bytes; with the rest less than file systems allow
    const std::filesystem::path path(target);
    const std::string name = path.filename().string().substr(0, longest);
    return path.parent_path() / fmt::format("{}{}{}", beside_begin, name, beside_end);
}

/// The file that a name stands for: a link stays one, also where nothing is behind it yet.
std::string target_of(const std::string& name) {
    std::error_code none;
    const auto real = std::filesystem::canonical(name, none);
    if (!none) return real.string();
    const auto link = std::filesystem::read_symlink(name, none);
    return none ? name : (std::filesystem::path(name).parent_path() / link).string();
}

/// Whether it is the open file that has the name.
bool has_name(int descriptor, const std::string& name) {
    struct stat here = {}, there = {};
    return ::fstat(descriptor, &here) == 0 && ::stat(name.c_str(), &there) == 0 &&
           here.st_ino == there.st_ino && here.st_dev == there.st_dev;
}

/// Opens and locks what has the name; -1 with errno if it cannot be opened, none if another run has it.
std::optional<int> try_open_locked(const std::string& name, int flags) {
    for (;;) {
        const int descriptor = ::open(name.c_str(), flags | O_CREAT | O_CLOEXEC, 0666);
        if (descriptor < 0) return descriptor;
        const bool taken = ::flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
        if (!taken && has_name(descriptor, name)) return descriptor;
        ::close(descriptor);
        if (taken) return {};
    }  // the name was lost meanwhile
}

int open_locked(const std::string& name, int flags) {
    if (const auto descriptor = try_open_locked(name, flags)) return *descriptor;
    throw EnvironmentError(fmt::format("{} is being written by another run", name));
}

}  // namespace

FileLock::FileLock(std::string name, int descriptor) : name_(std::move(name)), descriptor_(descriptor) {
    if (descriptor_ < 0)
        throw EnvironmentError(fmt::format("cannot write {}: {}", name_, std::strerror(errno)));
}

FileLock::FileLock(const std::string& name) : FileLock(name, open_locked(name, O_RDWR)) {}

std::optional<FileLock> FileLock::unless_taken(const std::string& name) {
    const auto descriptor = try_open_locked(name, O_RDWR);
    return descriptor ? std::optional(FileLock(name, *descriptor)) : std::nullopt;
}

FileLock::FileLock(FileLock&& other) noexcept
    : name_(std::move(other.name_)), descriptor_(std::exchange(other.descriptor_, -1)) {}

FileLock::~FileLock() {
    if (descriptor_ >= 0) ::close(descriptor_);
}

void FileLock::replace(std::string_view bytes) {
    OutputFile output(name_, this);
    output.write(bytes);
    ::close(std::exchange(descriptor_, output.commit_and_keep()));
}

OutputFile::OutputFile(std::string name, int descriptor)
    : name_(std::move(name)), target_(name_), descriptor_(descriptor) {}

bool is_plain_or_new(const std::string& name) {
    struct stat status = {};
    return !descriptor_named(name) && (::stat(name.c_str(), &status) != 0 || S_ISREG(status.st_mode));
}

OutputFile::OutputFile(const std::string& name, const FileLock* held) : OutputFile(name, -1) {
    if (!is_plain_or_new(name)) {
        const auto open = descriptor_named(name);
        descriptor_ = open ? ::fcntl(*open, F_DUPFD_CLOEXEC, 0) : ::open(name.c_str(), O_WRONLY | O_CLOEXEC);
        if (descriptor_ < 0) fail();
        return;
    }
    struct stat status = {};
    replaces_ = ::stat(name.c_str(), &status) == 0;
    target_ = target_of(name);
    if (replaces_) {
        if (::access(target_.c_str(), W_OK) != 0) fail();
        if (!held) held_ = open_locked(name, O_WRONLY);
    }
    beside_ = beside(target_);
    descriptor_ = open_locked(beside_, O_WRONLY | O_NOFOLLOW | O_NONBLOCK);
    if (descriptor_ < 0) fail();
    struct stat fresh = {};
    if (::fstat(descriptor_, &fresh) == 0 && !S_ISREG(fresh.st_mode))
        throw EnvironmentError(fmt::format("cannot write {}: {} is in the way", name, beside_));
    if (::ftruncate(descriptor_, 0) != 0) fail();
    if (replaces_) look_like_target();
}

void OutputFile::look_like_target() {
    struct stat status = {};
    if (::stat(target_.c_str(), &status) != 0) fail();
    // Only root may give a file away; for others it is their own.
    static_cast<void>(::fchown(descriptor_, status.st_uid, status.st_gid) == 0);
    if (::fchmod(descriptor_, status.st_mode & 07777U) != 0) fail();
}

OutputFile OutputFile::in_place(const std::string& name, std::uint64_t size) {
    if (size == 0 && !is_plain_or_new(name)) return OutputFile(name);
    OutputFile file(name,
                    ::open(name.c_str(), O_WRONLY | O_CLOEXEC | (size == 0 ? O_CREAT | O_TRUNC : 0), 0666));
    if (file.descriptor_ < 0) file.fail(size == 0 ? "cannot write" : "cannot go on with");
    if (size == 0) return file;
    struct stat status = {};
    if (::fstat(file.descriptor_, &status) != 0) file.fail("cannot go on with");
    if (static_cast<std::uint64_t>(status.st_size) < size) {
        throw EnvironmentError(fmt::format("cannot go on with {}: it has {} bytes, expected at least {}",
                                           name, status.st_size, size));
    }
    const auto end = static_cast<::off_t>(size);
    if (::ftruncate(file.descriptor_, end) != 0 || ::lseek(file.descriptor_, end, SEEK_SET) < 0)
        file.fail("cannot go on with");
    return file;
}

OutputFile OutputFile::in_part(const std::string& name, std::uint64_t size) {
    const std::string part = part_name(name);
    OutputFile file = in_place(part, size);
    file.name_ = name;
    file.target_ = target_of(name);
    file.beside_ = part;
    file.replaces_ = file.part_stays_ = true;
    file.look_like_target();
    return file;
}

std::string OutputFile::part_name(const std::string& name) { return target_of(name) + ".part"; }

OutputFile::OutputFile(OutputFile&& other) noexcept
    : name_(std::move(other.name_)),
      target_(std::move(other.target_)),
      beside_(std::exchange(other.beside_, {})),
      replaces_(other.replaces_),
      part_stays_(other.part_stays_),
      descriptor_(std::exchange(other.descriptor_, -1)),
      held_(std::exchange(other.held_, -1)) {}

OutputFile::~OutputFile() {
    if (held_ >= 0) ::close(held_);
    if (descriptor_ < 0) return;
    if (!beside_.empty() && !part_stays_) ::unlink(beside_.c_str());
    ::close(descriptor_);
}

bool OutputFile::is_beside(std::string_view name) {
    return name.starts_with(beside_begin) && name.ends_with(beside_end);
}

void OutputFile::write(std::string_view bytes) {
    while (!bytes.empty()) {
        const ::ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) fail();
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
}

void OutputFile::sync() {
    if (::fsync(descriptor_) != 0 && errno != EINVAL && errno != EROFS) fail();  // a pipe, a device
}

void OutputFile::commit(bool whole) {
    if (!whole && replaces_) return talk(fmt::format("{} stays as it was\n", name_));
    if (::close(commit_and_keep()) != 0) fail();
}

int OutputFile::commit_and_keep() {
    sync();
    if (!beside_.empty() && std::rename(beside_.c_str(), target_.c_str()) != 0) fail();
    beside_.clear();
    return std::exchange(descriptor_, -1);
}

void OutputFile::fail(std::string_view what) const {
    throw EnvironmentError(fmt::format("{} {}: {}", what, name_, std::strerror(errno)));
}

}  // namespace octomate
