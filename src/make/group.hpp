#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

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

/// The place in its catalogue of the leading theme of a group.
constexpr std::uint32_t theme_of_group(std::uint32_t group) { return group / 8; }

/// The name of the chapter of a group.
constexpr std::string_view chapter_name(const ThemeCatalogue& catalogue, std::uint32_t group) {
    return catalogue[ThemeNumber(theme_of_group(group))].name;
}

}  // namespace octomate::make
