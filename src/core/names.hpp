#pragma once

#include <algorithm>
#include <string_view>

namespace octomate {

/// Checks whether two names are equal but for the case of ASCII letters.
constexpr bool same_name(std::string_view one, std::string_view other) {
    const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c; };
    return std::equal(one.begin(), one.end(), other.begin(), other.end(),
                      [&](char a, char b) { return lower(a) == lower(b); });
}

}  // namespace octomate
