#include "app/text_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>

#include "app/command.hpp"

namespace octomate::app {

Expected<std::string, std::string> read_text_file(const std::string& file) {
    const int descriptor = file == "-" ? STDIN_FILENO : ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return Unexpected{std::string(std::strerror(errno))};
    std::string text, error;
    std::array<char, 65536> buffer;
    while (true) {
        const ::ssize_t got = ::read(descriptor, buffer.data(), buffer.size());
        if (got > 0) text.append(buffer.data(), static_cast<std::size_t>(got));
        if (got < 0 && errno == EINTR && !interrupted) continue;
        if (got < 0 && errno != EINTR) error = std::strerror(errno);
        if (got <= 0) break;
    }
    if (descriptor != STDIN_FILENO) ::close(descriptor);
    if (!error.empty()) return Unexpected{std::move(error)};
    return text;
}

void replace_text_file(const std::string& file, std::string_view text) {
    const std::string next = file + ".new";
    std::ofstream stream(next, std::ios::binary);
    stream << text;
    stream.close();
    if (!stream || std::rename(next.c_str(), file.c_str()) != 0)
        throw EnvironmentError(fmt::format("cannot write {}: {}", file, std::strerror(errno)));
}

}  // namespace octomate::app
