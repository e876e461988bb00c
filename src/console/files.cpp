#include "console/files.hpp"

#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

#include "console/console.hpp"
#include "console/output_file.hpp"

namespace octomate {

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
}

Descriptor::~Descriptor() {
    if (number_ >= 0) ::close(number_);
}

int Descriptor::release() { return std::exchange(number_, -1); }

Expected<Descriptor, std::string> open_regular(const std::string& file, int flags) {
    const auto refuse = [](int error) { return Unexpected{std::string(std::strerror(error))}; };
    struct stat status = {};
    Descriptor opened(::open(file.c_str(), flags | O_NONBLOCK | O_CLOEXEC, 0666));
    const bool is_open = opened.number() >= 0;
    if (!is_open && errno != ENXIO) return refuse(errno);  // ENXIO: a pipe without a reader, or a socket
    if (is_open && ::fstat(opened.number(), &status) != 0) return refuse(errno);
    if (S_ISDIR(status.st_mode)) return refuse(EISDIR);
    if (!S_ISREG(status.st_mode)) return Unexpected{std::string("Not a regular file")};
    return opened;
}

Expected<std::string, std::string> read_regular(const std::string& file) {
    const auto opened = open_regular(file);
    if (!opened) return Unexpected{opened.error()};
    return read_all([&](char* to, std::size_t size) -> Expected<std::size_t, std::string> {
        ::ssize_t got = 0;
        do got = ::read(opened->number(), to, size);
        while (got < 0 && errno == EINTR);
        if (got < 0) return Unexpected{std::string(std::strerror(errno))};
        return static_cast<std::size_t>(got);
    });
}

bool is_missing(const std::string& file) {
    struct stat status = {};
    return ::lstat(file.c_str(), &status) != 0 &&
           (errno == ENOENT || errno == ENOTDIR || errno == ENAMETOOLONG);
}

std::string follow_links(const std::string& name) {
    std::error_code error;
    const std::filesystem::path real = std::filesystem::canonical(name, error);
    if (!error) return real;
    constexpr int most_links = 40;  // the system follows no more
    std::filesystem::path path = name;
    for (int links = 0; links < most_links; ++links) {
        const std::filesystem::path link = std::filesystem::read_symlink(path, error);
        if (error) return path;
        path = path.parent_path() / link;
    }
    return name;
}

std::string file_identity(const std::string& name) {
    struct stat status = {};
    if ((name == "-" ? ::fstat(STDIN_FILENO, &status) : ::stat(name.c_str(), &status)) == 0)
        return fmt::format("{}:{}", status.st_dev, status.st_ino);
    std::error_code error;
    const std::filesystem::path path = std::filesystem::absolute(follow_links(name), error);
    const std::filesystem::path real = std::filesystem::weakly_canonical(path, error);
    return error ? name : real.string();
}

void replace_file(const std::string& file, std::string_view bytes) {
    OutputFile output(file);
    output.write(bytes);
    output.commit();
}

bool may_name_directory(const std::string& name) {
    std::error_code none;  // an error shows up when the file is written
    const std::filesystem::path path(name);
    return !path.has_extension() || std::filesystem::is_directory(path, none);
}

void make_directory(const std::string& name) {
    std::error_code error, unknown;
    std::filesystem::create_directories(name, error);
    if (!std::filesystem::is_directory(name, unknown))
        throw EnvironmentError(fmt::format("cannot make the directory {}: {}", name,
                                           error ? error.message() : "a file has that name"));
}

}  // namespace octomate
