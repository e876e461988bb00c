#pragma once

#include <string>
#include <string_view>

#include "draw/scene.hpp"

namespace octomate::draw {

/// How text is drawn.
struct TextStyle {
    bool unicode = false;  ///< symbols of the men and lines; otherwise letters and ASCII
    bool colour = false;   ///< ANSI colours
    bool exact = false;    ///< chances as fractions, too
};

/// What a board shows beside the men.
enum class BoardDetail {
    Plain,   ///< coordinates
    Played,  ///< besides, the scene's labels below the files, its highlights and the files that were rolled
};

/// Draws the board with coordinates: a line for each rank and two or three more, each with its newline.
/// Stacks are written from bottom to top, all cells as broad as the highest one.
std::string draw_board(const Scene& scene, const TextStyle& style, BoardDetail detail = BoardDetail::Plain);

/// Ways to set off a piece of text; without colour the text stands as it is.
enum class Emphasis { Strong, Good, Faint, Warn, Reversed };

std::string emphasise(std::string_view text, Emphasis emphasis, const TextStyle& style);

}  // namespace octomate::draw
