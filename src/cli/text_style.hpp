#pragma once

#include "console/console.hpp"
#include "draw/board_text.hpp"

namespace octomate::cli {

/// How text to standard output is drawn: Unicode where the terminal can, colour only on a terminal and
/// without NO_COLOR.
inline draw::TextStyle text_style(const CommonOptions& common) {
    return {.unicode = !common.ascii && has_utf8_locale(), .colour = may_colour()};
}

}  // namespace octomate::cli
