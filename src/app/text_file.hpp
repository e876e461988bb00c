#pragma once

#include <fstream>
#include <iostream>
#include <iterator>
#include <optional>
#include <string>

namespace octomate::app {

/// The whole text of a file, or of standard input for "-"; none if it cannot be read.
inline std::optional<std::string> read_text_file(const std::string& file) {
    std::ifstream stream;
    if (file != "-") stream.open(file, std::ios::binary);
    if (!stream) return std::nullopt;
    try {
        return std::string(std::istreambuf_iterator<char>(file == "-" ? std::cin.rdbuf() : stream.rdbuf()),
                           {});
    } catch (const std::ios_base::failure&) {  // a directory opens, but cannot be read
        return std::nullopt;
    }
}

}  // namespace octomate::app
