#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "core/fault.hpp"

namespace octomate {

/// Reads the text of a move from left to right, on a board of so many files and ranks.
class MoveScanner {
  protected:
    MoveScanner(std::string_view text, int files, int ranks) : text_(text), files_(files), ranks_(ranks) {}

    /// The character that is next; 0 at the end.
    char next() const { return at_ < text_.size() ? text_[at_] : '\0'; }
    /// Goes on behind a sign, if it is next.
    bool skip(std::string_view sign);
    /// Goes on behind the name of a square, if that is next: rank · files + file.
    bool square(int& out);
    /// The rest of a move: "+" or "#", which `sign` becomes, and "!" and "?", which say nothing.
    bool end(char& sign);
    /// NotAMove: what was expected here. False.
    bool fail(std::string_view expected);

    std::string_view text_;
    std::size_t at_ = 0;
    std::optional<Fault> fault_;

  private:
    int files_, ranks_;
};

/// The sign at the end of a move in full notation: '+', '#', or 0.
constexpr char sign_behind(std::string_view notation) {
    return notation.ends_with('+') || notation.ends_with('#') ? notation.back() : '\0';
}

}  // namespace octomate
