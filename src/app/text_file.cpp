#include "app/text_file.hpp"

#include <array>
#include <cerrno>
#include <cstring>

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

}  // namespace octomate::app
