#include "collect/inputs.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "console/console.hpp"
#include "console/files.hpp"
#include "stream/byte_source.hpp"

namespace octomate::collect {

bool can_open(const std::vector<std::string>& inputs) {
    return std::count_if(inputs.begin(), inputs.end(), [](const std::string& file) {
               const auto readable = records::check_readable(file);
               if (!readable) talk(fmt::format("{}: cannot open: {}\n", file, readable.error()));
               return !readable;
           }) == 0;
}

Expected<std::string, std::string> read_text_file(const std::string& file) {
    records::ByteSource source(&interrupted);
    if (auto opened = source.open(file); !opened) return Unexpected{std::move(opened.error())};
    return read_all([&](char* to, std::size_t size) { return source.read(to, size); });
}

}  // namespace octomate::collect
