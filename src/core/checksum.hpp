#pragma once

#include <cstdint>
#include <string_view>

#include "core/random.hpp"

namespace octomate {

/// Tells whether bytes are the same as before; no protection from malice.
class Checksum {
  public:
    void add(std::string_view bytes) {
        for (const char c : bytes) sum_ = (sum_ ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    }
    std::uint64_t value() const { return mix(sum_); }

  private:
    std::uint64_t sum_ = 0xcbf29ce484222325;
};

/// Of the bytes alone.
inline std::uint64_t checksum_of(std::string_view bytes) {
    Checksum sum;
    sum.add(bytes);
    return sum.value();
}

}  // namespace octomate
