#include "console/files.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "console/console.hpp"

namespace octomate {

namespace {

/// Whether the bytes are on their way to the disk only, or there.
enum class Until { Written, Synced };

/// False, and errno, if the system refuses.
bool try_to_write(const std::string& name, std::string_view bytes, Until until) {
    OpenFile file(std::fopen(name.c_str(), "wb"));
    return file && std::fwrite(bytes.data(), 1, bytes.size(), file.get()) == bytes.size() &&
           (until == Until::Written || (std::fflush(file.get()) == 0 && fsync(fileno(file.get())) == 0)) &&
           std::fclose(file.release()) == 0;
}

[[noreturn]] void refuse(const std::string& file) {
    throw EnvironmentError(fmt::format("cannot write {}: {}", file, std::strerror(errno)));
}

}  // namespace

void write_file(const std::string& file, std::string_view bytes) {
    if (!try_to_write(file, bytes, Until::Written)) refuse(file);
}

void replace_file(const std::string& file, std::string_view bytes) {
    const std::string next = file + ".new";
    if (!try_to_write(next, bytes, Until::Synced) || std::rename(next.c_str(), file.c_str()) != 0)
        refuse(file);
}

}  // namespace octomate
