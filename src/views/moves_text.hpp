#pragma once

#include <string>

#include "draw/board_text.hpp"
#include "reports/moves_report.hpp"

namespace octomate::views {

/// The legal moves of a position for people: FEN, board, a line for each move that is listed, their number.
std::string moves_text(const reports::MovesReport& report, const draw::TextStyle& style);

}  // namespace octomate::views
