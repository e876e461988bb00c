#pragma once

#include <string>
#include <string_view>

namespace octomate::draw {

/// How text is drawn.
struct TextStyle {
    bool unicode = false;  ///< chess symbols and lines; otherwise letters and ASCII
    bool colour = false;   ///< ANSI colours
};

/// Draws the board of a valid FEN, White below, with coordinates: ten lines, each with its newline.
std::string draw_board(std::string_view fen, const TextStyle& style);

/// Ways to set off a piece of text; without colour the text stands as it is.
enum class Emphasis { Strong, Good, Faint, Warn };

std::string emphasise(std::string_view text, Emphasis emphasis, const TextStyle& style);

}  // namespace octomate::draw
