#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>

namespace octomate {

/// One outcome of chance and how many of all equally likely ones it stands for.
template <class Roll>
struct Chance {
    Roll roll;
    unsigned weight = 1;  ///< at least 1
};

/// A range of Chance<Roll>, never empty.
template <class R, class Roll>
concept ChanceRange = requires(const R& range) {
    { *range.begin() } -> std::convertible_to<Chance<Roll>>;
    {range.end()};
    { range.size() } -> std::convertible_to<std::size_t>;
};

/// Whether a roll binds the move, or leaves it free because no legal move serves it.
enum class Freedom : std::uint8_t { Bound, Free };

}  // namespace octomate
