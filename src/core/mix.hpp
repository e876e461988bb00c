#pragma once

#include <cstdint>

namespace octomate {

/// The finaliser of SplitMix64: every bit of the input moves every bit of the output.
constexpr std::uint64_t mix(std::uint64_t x) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
    x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
    return x ^ (x >> 31);
}

}  // namespace octomate
