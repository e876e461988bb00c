#pragma once

#include <string>
#include <string_view>

#include "draw/diagram.hpp"

namespace octomate::draw {

enum class Theme { Light, Dark };

/// The size of a diagram in its own units, and where the board's upper left corner lies in it; a square has
/// 40.
struct Frame {
    static constexpr int square = 40;
    static constexpr int left = 24, top = 10, right = 52, bottom = 40;
    static constexpr int width = left + 8 * square + right;
    static constexpr int height = top + 8 * square + bottom;
};

/// A drawing that stands on its own: an SVG document with title and description for those who do not see it.
/// `width` is in pixels, at least 1.
std::string draw_svg(const Diagram& diagram, Theme theme, int width);

/// The same as an element within a page that holds `shared_definitions()` and `style_sheet()` once.
/// `attributes` are further attributes of the element, such as its place on the page.
std::string draw_shared_svg(const Diagram& diagram, std::string_view attributes = "");

/// The men and the empty boards that shared drawings use, as a `<defs>` element.
std::string shared_definitions();

/// The colours of a theme, as CSS.
std::string style_sheet(Theme theme);

}  // namespace octomate::draw
