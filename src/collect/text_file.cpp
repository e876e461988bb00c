#include "collect/text_file.hpp"

#include <fmt/core.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include "console/console.hpp"
#include "records/byte_source.hpp"

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

namespace {

/// False, and errno, if the system refuses.
bool try_to_write(const std::string& name, std::string_view bytes) {
    OpenFile file(std::fopen(name.c_str(), "wb"));
    return file && std::fwrite(bytes.data(), 1, bytes.size(), file.get()) == bytes.size() &&
           std::fclose(file.release()) == 0;
}

[[noreturn]] void refuse(const std::string& file) {
    throw EnvironmentError(fmt::format("cannot write {}: {}", file, std::strerror(errno)));
}

}  // namespace

void write_file(const std::string& file, std::string_view bytes) {
    if (!try_to_write(file, bytes)) refuse(file);
}

void replace_text_file(const std::string& file, std::string_view text) {
    const std::string next = file + ".new";
    if (!try_to_write(next, text) || std::rename(next.c_str(), file.c_str()) != 0) refuse(file);
}

}  // namespace octomate::collect
