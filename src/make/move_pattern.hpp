#pragma once

#include <string>
#include <string_view>

#include "core/expected.hpp"
#include "core/fault.hpp"

namespace octomate::make {

/// A move's notation with wildcards: `?` stands for a square or the rest of one, at the beginning of the text
/// for all the squares of a pawn's move; `*` stands for anything, or for nothing. Signs of check and mate at
/// the end are not compared.
class MovePattern {
  public:
    /// Whether a text has wildcards. A `?` at its end may be an annotation: that is up to the caller.
    static bool has_wildcard(std::string_view text) { return text.find_first_of("*?") != text.npos; }

    /// NotAMove at the first character that no notation has.
    static Expected<MovePattern, Fault> read(std::string_view text);

    bool matches(std::string_view notation) const;

    /// As it was written.
    const std::string& written() const { return written_; }

  private:
    explicit MovePattern(std::string_view text) : written_(text) {}

    std::string written_;
};

}  // namespace octomate::make
