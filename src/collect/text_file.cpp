#include "collect/text_file.hpp"

#include <array>
#include <cerrno>
#include <cstring>

#include "console/console.hpp"
#include "stream/byte_source.hpp"

namespace octomate::collect {

Expected<std::string, std::string> read_text_file(const std::string& file) {
    records::ByteSource source(&interrupted);
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

}  // namespace octomate::collect
