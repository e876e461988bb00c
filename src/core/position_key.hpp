#pragma once

#include <cstdint>

#include "core/random.hpp"

namespace octomate {

/// 128 bits that stand for a position: so many that they are taken for the position itself.
struct PositionKey {
    std::uint64_t first = 0;
    std::uint64_t second = 0;

    bool operator==(const PositionKey&) const = default;
};

/// Makes a key of words, whose order counts.
class KeyMaker {
  public:
    constexpr void take(std::uint64_t word) {
        key_.first = mix(key_.first ^ word) + 0x9e3779b97f4a7c15;
        key_.second = mix(key_.second + word) ^ 0xd1b54a32d192ed03;
    }
    constexpr PositionKey key() const { return key_; }

  private:
    PositionKey key_{1, 2};
};

}  // namespace octomate
