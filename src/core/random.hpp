#pragma once

#include <cstdint>
#include <string_view>

namespace octomate {

/// Hashes a word with the finalizer of SplitMix64: each input bit affects every output bit.
constexpr std::uint64_t mix(std::uint64_t x) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
    x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
    return x ^ (x >> 31);
}

/// The random number generator SplitMix64, which gives the same numbers with every compiler and library.
class Random {
  public:
    explicit Random(std::uint64_t seed) : state_(seed) {}

    /// Returns the generator for work unit number `unit` of a run. It depends on the run's `seed` and `unit`
    /// only, so that results do not depend on the number of threads or on the machine.
    static Random of_unit(std::uint64_t seed, std::uint64_t unit) {
        return Random(seed * 0x9e3779b97f4a7c15 + unit * 0xd1b54a32d192ed03 + 1);
    }

    /// Returns the next 64 random bits.
    std::uint64_t next() { return mix(state_ += 0x9e3779b97f4a7c15); }
    /// Returns a number from 0 to `bound` - 1; the bias of the remainder is negligible for small bounds.
    int below(int bound) { return static_cast<int>(next() % static_cast<std::uint64_t>(bound)); }
    /// Returns a number in [0, 1).
    double fraction() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }

  private:
    std::uint64_t state_;
};

/// A 128-bit hash of a position. Positions with equal keys are treated as equal.
struct PositionKey {
    std::uint64_t first = 0;
    std::uint64_t second = 0;

    bool operator==(const PositionKey&) const = default;
};

/// Computes a PositionKey from a sequence of 64-bit words; their order matters.
class KeyMaker {
  public:
    constexpr void add(std::uint64_t word) {
        key_.first = mix(key_.first ^ word) + 0x9e3779b97f4a7c15;
        key_.second = mix(key_.second + word) ^ 0xd1b54a32d192ed03;
    }
    constexpr PositionKey key() const { return key_; }

  private:
    PositionKey key_{1, 2};
};

/// A checksum that detects accidental changes of data (FNV-1a, then `mix`), but not tampering.
class Checksum {
  public:
    void add(std::string_view bytes) {
        for (const char c : bytes) sum_ = (sum_ ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    }
    std::uint64_t value() const { return mix(sum_); }

  private:
    std::uint64_t sum_ = 0xcbf29ce484222325;
};

/// Returns the checksum of `bytes`.
inline std::uint64_t checksum_of(std::string_view bytes) {
    Checksum sum;
    sum.add(bytes);
    return sum.value();
}

}  // namespace octomate
