#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/checksum.hpp"
#include "json/tree.hpp"

/// What a run writes for itself, to go on later, is believed only if nobody has changed it.
namespace octomate::collect {

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
