#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/hashing.hpp"
#include "json/tree.hpp"

/// What a run writes for itself, to go on later, is trusted only if it is unchanged.
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

/// A field is not the whole number that it is to be.
struct NotWhole {};

/// Reads a field that is to be a whole number; throws NotWhole, or Json::exception if there is none.
template <class Number>
void take_whole(const records::Json& json, const char* name, Number& number) {
    const records::Json& value = json.at(name);
    if (!value.is_number_integer()) throw NotWhole{};
    const bool fits = value.is_number_unsigned() ? std::in_range<Number>(value.get<std::uint64_t>())
                                                 : std::in_range<Number>(value.get<std::int64_t>());
    if (!fits) throw NotWhole{};
    number = value.get<Number>();
}

}  // namespace octomate::collect
