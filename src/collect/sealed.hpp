#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/mix.hpp"
#include "records/json.hpp"

/// What a run writes for itself, to go on later, is believed only if nobody has changed it.
namespace octomate::collect {

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

/// Of the first `size` bytes of a file; another one if it is shorter or cannot be read.
Checksum checksum_of(const std::string& file, std::uint64_t size);

/// The text of an object with a checksum as its last field.
std::string sealed(records::Json object);

/// The object again, without the checksum.
struct Unsealed {
    records::Json object;
    bool intact = false;  ///< the checksum agrees
};

/// None if the text is no object of JSON.
std::optional<Unsealed> unsealed(std::string_view text);

}  // namespace octomate::collect
