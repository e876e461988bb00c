#pragma once

#include <cstdint>
#include <limits>
#include <optional>

#include "core/themes.hpp"

namespace octomate::make {

/// A range of whole numbers, both ends included.
struct Span {
    static constexpr int no_end = std::numeric_limits<int>::max();

    int least = 0;
    int most = 0;

    constexpr bool contains(int number) const { return least <= number && number <= most; }
    bool operator==(const Span&) const = default;
};

/// Which puzzles are wanted.
struct Wanted {
    int moves = 1;                         ///< mate in so many, on the winning faces forced
    Span faces{1, Span::no_end};           ///< number of winning faces
    std::optional<std::uint64_t> winning;  ///< exactly these win, bit n for face n
    bool unique = true;                    ///< one solution on each winning face that binds
    ThemeSet themes;                       ///< all of them shown
    ThemeSet without;                      ///< none of them shown
    Span men{2, Span::no_end};             ///< royal ones included
    bool economical = false;               ///< superfluous men are taken off
    bool reachable = false;                ///< no man is: with `economical`, there are none to begin with
    int min_difficulty = 0;                ///< 0…100
    bool in_check = false;                 ///< positions in check count too
};

}  // namespace octomate::make
