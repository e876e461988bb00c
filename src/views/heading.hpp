#pragma once

#include <string>
#include <vector>

#include "draw/board_text.hpp"
#include "reports/subject.hpp"

namespace octomate::app {

/// The first lines of every text report: id and title, where the record has them, and the FEN.
std::string heading_text(const reports::Subject& subject, const draw::TextStyle& style);

/// The same with the board and an empty line behind it.
std::string board_heading_text(const reports::Subject& subject, const draw::TextStyle& style);

/// "White" or "Black".
constexpr std::string_view side_text(Color color) { return color == Color::White ? "White" : "Black"; }

/// A line for each note.
std::string notes_text(const std::vector<std::string>& notes);

}  // namespace octomate::app
