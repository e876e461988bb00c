#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "core/color.hpp"
#include "core/themes.hpp"

namespace octomate::make {

/// A number for puzzles that are alike: of one side, with as many winning faces (three or more count as
/// three) and the same leading theme.
constexpr std::uint32_t group_of(Color turn, std::size_t winning_faces, const ThemeCatalogue& catalogue,
                                 ThemeSet shown) {
    const auto faces = static_cast<std::uint32_t>(std::min<std::size_t>(winning_faces, 3));
    return static_cast<std::uint32_t>(index(turn)) +
           2 * (faces + 4 * static_cast<std::uint32_t>(catalogue.leading(shown).place()));
}

}  // namespace octomate::make
