#include "collect/inputs.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "console/console.hpp"
#include "console/files.hpp"
#include "stream/byte_source.hpp"
#include "text/text.hpp"

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
    auto text = read_all([&](char* to, std::size_t size) { return source.read(to, size); });
    if (text && is_utf16(*text)) return Unexpected{std::string("the text is in UTF-16, expected UTF-8")};
    return text;
}

}  // namespace octomate::collect
