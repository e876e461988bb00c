#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace octomate::complete_permutation {

/// The king's exchange with a piece of his own (R6, ruling A7).
enum class Swap : std::uint8_t {
    Castling,  ///< not in check, nothing between, nothing attacked between or at the end
    Leap,      ///< not in check, and the end not attacked; what is between does not matter
    None,      ///< never
};

/// The options of a variant, in the order of the enumeration.
inline constexpr std::array<std::string_view, 3> swap_names = {"castling", "leap", "none"};

/// The switches of the game: no part of a position's text (R10).
struct Switches {
    bool two_pawns = false;  ///< R9.3
    Swap swap = Swap::Castling;

    bool operator==(const Switches&) const = default;
};

/// The full name of the game with these switches.
constexpr std::string_view variant_name(Switches switches) {
    constexpr std::array<std::string_view, 6> names = {"complete-permutation",
                                                       "complete-permutation:leap",
                                                       "complete-permutation:none",
                                                       "complete-permutation-two-pawns",
                                                       "complete-permutation-two-pawns:leap",
                                                       "complete-permutation-two-pawns:none"};
    return names[(switches.two_pawns ? 3U : 0U) + static_cast<std::size_t>(switches.swap)];
}

}  // namespace octomate::complete_permutation
