#pragma once

#include <string_view>

#include "core/themes.hpp"

namespace octomate {

/// A law of a game: no move shows a theme of the one set and a theme of the other.
struct ThemeLaw {
    ThemeSet one, other;
    std::string_view why;
};

}  // namespace octomate
