#pragma once

#include <cstdint>

namespace octomate {

/// 128 bits that stand for a position: so many that they are taken for the position itself.
struct PositionKey {
    std::uint64_t first = 0;
    std::uint64_t second = 0;

    bool operator==(const PositionKey&) const = default;
};

}  // namespace octomate
