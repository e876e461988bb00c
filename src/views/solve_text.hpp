#pragma once

#include <string>

#include "draw/board_text.hpp"
#include "reports/solve_report.hpp"

namespace octomate::views {

/// A solved puzzle for people: heading, board, the table of faces, the answer in a sentence, and an empty
/// line.
std::string solve_text(const reports::SolveReport& report, const draw::TextStyle& style);

}  // namespace octomate::views
