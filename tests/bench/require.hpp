#pragma once

#include <fmt/core.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace octomate::bench {

/// Ends the program with an error if `got` differs from `expected`: the benchmark then measured wrong
/// answers.
inline void require_equal(std::string_view what, std::uint64_t got, std::uint64_t expected) {
    if (got == expected) return;
    fmt::print(stderr, "{}: got {}, expected {}\n", what, got, expected);
    std::exit(1);
}

}  // namespace octomate::bench
