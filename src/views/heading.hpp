#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "draw/board_text.hpp"
#include "reports/subject.hpp"

namespace octomate::views {

/// Columns to which long lines are broken.
inline constexpr std::size_t page_width = 100;

/// The first lines of every text report: id and title, where the record has them, and the FEN.
std::string heading_text(const reports::Subject& subject, const draw::TextStyle& style);

/// The board alone, if the report has one.
std::string board_text(const reports::Subject& subject, const draw::TextStyle& style);

/// Heading and board, with an empty line between and behind them.
std::string board_heading_text(const reports::Subject& subject, const draw::TextStyle& style);

/// "White to move", "White to move, in check: no die".
std::string state_text(const reports::Subject& subject);

/// "1 2 8"; "-" where no die is used.
std::string faces_text(const std::vector<int>& faces);

/// A line for each note.
std::string notes_text(const std::vector<std::string>& notes);

/// The columns of a die at the beginning of a line, "    face  file", or of one of its faces; as broad
/// without one, if the game has no die but the lines have the columns.
std::string die_columns(const Die* die);
std::string die_columns(const Die* die, int face, std::string_view names);

}  // namespace octomate::views
