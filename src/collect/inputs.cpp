#include "collect/inputs.hpp"

#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "console/console.hpp"
#include "console/files.hpp"
#include "stream/byte_source.hpp"

namespace octomate::collect {

void refuse_output_among(const std::vector<std::string>& inputs, const std::string& output,
                         const std::string& option) {
    struct stat there = {};
    if (output.empty() || output == "-" || ::stat(output.c_str(), &there) != 0 || !S_ISREG(there.st_mode))
        return;
    for (const std::string& file : inputs) {
        struct stat here = {};
        const bool known = (file == "-" ? ::fstat(STDIN_FILENO, &here) : ::stat(file.c_str(), &here)) == 0;
        if (known && here.st_dev == there.st_dev && here.st_ino == there.st_ino)
            throw UsageError(option,
                             fmt::format("{} is one of the input files", file == "-" ? output : file));
    }
}

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
