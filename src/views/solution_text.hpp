#pragma once

#include <string>

#include "draw/board_text.hpp"
#include "reports/solution_report.hpp"

namespace octomate::views {

/// A solution as composers print it, below the report of its puzzle: its lines, indented, and an empty line.
std::string solution_text(const reports::SolutionReport& report, const draw::TextStyle& style);

}  // namespace octomate::views
