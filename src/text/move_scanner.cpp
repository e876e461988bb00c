#include "text/move_scanner.hpp"

#include <fmt/core.h>

namespace octomate {

bool MoveScanner::skip(std::string_view sign) {
    if (!text_.substr(at_).starts_with(sign)) return false;
    at_ += sign.size();
    return true;
}

bool MoveScanner::square(int& out) {
    if (at_ + 2 > text_.size()) return false;
    const int file = text_[at_] - 'a', rank = text_[at_ + 1] - '1';
    if (file < 0 || file >= files_ || rank < 0 || rank >= ranks_) return false;
    out = rank * files_ + file;
    at_ += 2;
    return true;
}

bool MoveScanner::end(char& sign) {
    if (next() == '+' || next() == '#') sign = text_[at_++];
    while (skip("!") || skip("?")) {
    }
    return at_ == text_.size() || fail("the end of the move");
}

bool MoveScanner::fail(std::string_view expected) {
    fault_ = Fault{FaultCode::NotAMove, "", at_,
                   fmt::format("\"{}\" is no move: expected {} at character {}", text_, expected, at_ + 1)};
    return false;
}

}  // namespace octomate
