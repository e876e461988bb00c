#pragma once

#include <string>

namespace octomate::draw {

enum class Theme { Light, Dark };

/// The colours of a theme, as CSS.
std::string style_sheet(Theme theme);

}  // namespace octomate::draw
