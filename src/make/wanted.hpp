#pragma once

#include <cstdint>
#include <optional>

#include "games/superpermutation/theme.hpp"

namespace octomate::make {

/// A range of whole numbers, both ends included.
struct Span {
    int least = 0;
    int most = 0;

    constexpr bool contains(int number) const { return least <= number && number <= most; }
};

/// Which puzzles are wanted.
struct Wanted {
    int moves = 1;                         ///< mate in so many, on the winning faces forced
    Span faces{1, 8};                      ///< number of winning faces
    std::optional<std::uint16_t> winning;  ///< exactly these win, bit n for face n
    bool unique = true;                    ///< one solution on each winning face that binds
    themes::ThemeSet themes;               ///< all of them shown
    themes::ThemeSet without;              ///< none of them shown
    Span men{2, 64};                       ///< kings included
    bool economical = false;               ///< superfluous men are taken off
    int min_difficulty = 0;                ///< 0…100
    bool in_check = false;                 ///< positions in check count too
};

}  // namespace octomate::make
