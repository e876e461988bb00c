#pragma once

#include <cstddef>
#include <cstdint>

#include "core/mix.hpp"

namespace octomate::tables {

/// Tells bytes from others; not made against those who want to deceive.
inline std::uint64_t checksum(const unsigned char* bytes, std::size_t size) {
    std::uint64_t sum = size;
    for (std::size_t at = 0; at < size; ++at) sum = mix(sum ^ bytes[at]) + 0x9e3779b97f4a7c15;
    return sum;
}

}  // namespace octomate::tables
