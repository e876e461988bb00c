#include "console/output_file.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <utility>

#include "console/console.hpp"

namespace octomate {

namespace {

/// Locks an open file of that name; false, with the file closed, if it has lost the name meanwhile.
bool lock(int descriptor, const std::string& name) {
    if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
        ::close(descriptor);
        throw EnvironmentError(fmt::format("{} is being written by another run", name));
    }
    struct stat here = {}, there = {};
    if (::fstat(descriptor, &here) == 0 && ::stat(name.c_str(), &there) == 0 && here.st_ino == there.st_ino &&
        here.st_dev == there.st_dev)
        return true;
    ::close(descriptor);
    return false;
}

int open_locked(const std::string& name, int flags) {
    int descriptor = -1;
    do {
        descriptor = ::open(name.c_str(), flags | O_CREAT | O_CLOEXEC, 0666);
    } while (descriptor >= 0 && !lock(descriptor, name));
    return descriptor;
}

}  // namespace

FileLock::FileLock(const std::string& name) : name_(name), descriptor_(open_locked(name, O_RDWR)) {
    if (descriptor_ < 0)
        throw EnvironmentError(fmt::format("cannot write {}: {}", name, std::strerror(errno)));
}

FileLock::FileLock(FileLock&& other) noexcept
    : name_(std::move(other.name_)), descriptor_(std::exchange(other.descriptor_, -1)) {}

FileLock::~FileLock() {
    if (descriptor_ >= 0) ::close(descriptor_);
}

void FileLock::replace(std::string_view bytes) {
    OutputFile output(name_);
    output.write(bytes);
    ::close(std::exchange(descriptor_, output.commit_and_keep()));
}

OutputFile::OutputFile(std::string name, int descriptor)
    : name_(std::move(name)), target_(name_), descriptor_(descriptor) {}

OutputFile::OutputFile(const std::string& name) : OutputFile(name, -1) {
    struct stat status = {};
    replaces_ = ::stat(name.c_str(), &status) == 0;
    if (replaces_ && !S_ISREG(status.st_mode)) {
        descriptor_ = ::open(name.c_str(), O_WRONLY | O_CLOEXEC);
        if (descriptor_ < 0) fail();
        return;
    }
    if (replaces_) {
        std::error_code none;
        const auto real = std::filesystem::canonical(name, none);  // a link stays one
        if (!none) target_ = real.string();
        if (::access(target_.c_str(), W_OK) != 0) fail();
    }
    beside_ = target_ + ".new";
    descriptor_ = open_locked(beside_, O_WRONLY);
    if (descriptor_ < 0) fail();
    if (::ftruncate(descriptor_, 0) != 0) fail();
    if (replaces_ && ::fchmod(descriptor_, status.st_mode & 07777U) != 0) fail();
}

OutputFile OutputFile::in_place(const std::string& name, std::uint64_t size) {
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

OutputFile::OutputFile(OutputFile&& other) noexcept
    : name_(std::move(other.name_)),
      target_(std::move(other.target_)),
      beside_(std::exchange(other.beside_, {})),
      replaces_(other.replaces_),
      descriptor_(std::exchange(other.descriptor_, -1)) {}

OutputFile::~OutputFile() {
    if (descriptor_ < 0) return;
    if (!beside_.empty()) ::unlink(beside_.c_str());
    ::close(descriptor_);
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

void OutputFile::commit() {
    if (::close(commit_and_keep()) != 0) fail();
}

int OutputFile::commit_and_keep() {
    if (beside_.empty() || replaces_) sync();  // where nothing stood nothing can be lost
    if (!beside_.empty() && std::rename(beside_.c_str(), target_.c_str()) != 0) fail();
    beside_.clear();
    return std::exchange(descriptor_, -1);
}

void OutputFile::fail(std::string_view what) const {
    throw EnvironmentError(fmt::format("{} {}: {}", what, name_, std::strerror(errno)));
}

}  // namespace octomate
