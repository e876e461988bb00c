#pragma once

#include <string_view>

namespace octomate::draw {

/// The file pieces.svg: the men as `<g id="wk">…</g>` and so on, each in a box of 40 by 40 units.
extern const std::string_view pieces_svg;

/// The drawing of an id alone, from `<g` to `</g>`; empty if the file has none.
std::string_view piece_group(std::string_view id);

}  // namespace octomate::draw
