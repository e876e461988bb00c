#pragma once

#include <cstdint>
#include <string_view>

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

/// A checksum against accidental changes, not against malice.
class Checksum {
  public:
    void add(std::string_view bytes) {
        for (const char c : bytes) sum_ = (sum_ ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    }
    std::uint64_t value() const { return mix(sum_); }

  private:
    std::uint64_t sum_ = 0xcbf29ce484222325;
};

/// The checksum of some bytes.
inline std::uint64_t checksum_of(std::string_view bytes) {
    Checksum sum;
    sum.add(bytes);
    return sum.value();
}

}  // namespace octomate
