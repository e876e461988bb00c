#include "app/text_file.hpp"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>

#include "app/command.hpp"
#include "puzzle/byte_source.hpp"

namespace octomate::app {

Expected<std::string, std::string> read_text_file(const std::string& file) {
    puzzle::ByteSource source(&interrupted);
    if (!source.open(file)) return Unexpected{std::string(std::strerror(errno))};
    std::string text;
    std::array<char, 65536> buffer;
    while (true) {
        auto got = source.read(buffer.data(), buffer.size());
        if (!got) return Unexpected{std::move(got.error())};
        if (*got == 0) return text;
        text.append(buffer.data(), *got);
    }
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
