#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>

#include "core/expected.hpp"
#include "stream/byte_source.hpp"

namespace octomate::records {

/// Reads the lines of a source as they come, for programs that answer each one.
class LineReader {
  public:
    /// The source must be open and outlive the reader.
    explicit LineReader(ByteSource& source) : source_(source) {}

    /// The next line, without its newline, or what is wrong with it if it is longer than `longest_record`;
    /// none at the end of the input.
    std::optional<Expected<std::string, std::string>> next();

  private:
    /// Makes sure that there are bytes to look at; false at the end of the input.
    bool fill();

    ByteSource& source_;
    std::array<char, 65536> buffer_;
    std::size_t at_ = 0, filled_ = 0;
};

}  // namespace octomate::records
