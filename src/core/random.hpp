#pragma once

#include <cstdint>
#include <string_view>

namespace octomate {

/// The finaliser of SplitMix64: every bit of the input moves every bit of the output.
constexpr std::uint64_t mix(std::uint64_t x) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
    x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
    return x ^ (x >> 31);
}

/// Random numbers that are the same with every compiler and library (SplitMix64).
class Random {
  public:
    explicit Random(std::uint64_t seed) : state_(seed) {}

    /// The stream of a unit of work: what it draws depends on the seed of the run and on its number, and
    /// never on the thread or the machine that does it.
    static Random of_unit(std::uint64_t seed, std::uint64_t unit) {
        return Random(seed * 0x9e3779b97f4a7c15 + unit * 0xd1b54a32d192ed03 + 1);
    }

    std::uint64_t next() { return mix(state_ += 0x9e3779b97f4a7c15); }
    /// 0…bound-1; the bias of the remainder does not matter here.
    int below(int bound) { return static_cast<int>(next() % static_cast<std::uint64_t>(bound)); }
    /// 0 to 1, 1 excluded.
    double fraction() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }

  private:
    std::uint64_t state_;
};

/// 128 bits that stand for a position; two positions with equal bits are taken for the same.
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
