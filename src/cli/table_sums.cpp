#include "cli/table_sums.hpp"

#include <fmt/core.h>
#include <sha2.h>

#include <array>
#include <cstdint>
#include <sstream>

#include "console/console.hpp"
#include "console/files.hpp"

namespace octomate::cli {

std::vector<ListedSum> read_sums(const std::string& list) {
    const auto text = read_regular(list);
    if (!text) throw EnvironmentError(fmt::format("cannot read {}: {}", list, text.error()));
    std::vector<ListedSum> sums;
    std::istringstream lines(*text);
    for (std::string line; std::getline(lines, line);) {
        constexpr std::size_t digits = 64, before_name = 2;  // a blank, and a blank or a star
        if (line.size() <= digits + before_name || line.find_first_not_of("0123456789abcdef") != digits ||
            line[digits] != ' ')
            throw EnvironmentError(fmt::format("{}: line {} is not a SHA-256 sum and the name of a file",
                                               list, sums.size() + 1));
        sums.push_back({line.substr(0, digits), line.substr(digits + before_name)});
    }
    return sums;
}

Expected<std::string, std::string> sum_of(const std::string& file) {
    const auto bytes = read_regular(file);
    if (!bytes) return Unexpected{bytes.error()};
    std::array<char, SHA256_DIGEST_STRING_LENGTH> digits{};
    return std::string(
        SHA256Data(reinterpret_cast<const std::uint8_t*>(bytes->data()), bytes->size(), digits.data()));
}

}  // namespace octomate::cli
