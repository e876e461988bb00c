#pragma once

#include <string>

#include "reports/mate_report.hpp"

namespace octomate::views {

/// "h#2, a help mate in 2".
std::string goal_text(const Stipulation& stipulation);

/// The lines that fulfil a stipulation, counted, and the set play. The report must have solutions.
std::string solutions_text(const reports::MateReport& report);

}  // namespace octomate::views
