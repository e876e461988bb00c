#pragma once

#include <string>

#include "puzzle/solve_report.hpp"
#include "render/board_text.hpp"

namespace octomate::app {

/// A solved puzzle for people: heading, board, the table of faces, the answer in a sentence, and an empty
/// line.
std::string solve_text(const puzzle::SolveReport& report, const render::TextStyle& style);

}  // namespace octomate::app
