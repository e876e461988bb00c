#pragma once

#include <string>

#include "reports/mate_report.hpp"

namespace octomate::views {

/// The lines that fulfil a stipulation, counted, and the set play. The report must have solutions.
std::string solutions_text(const reports::MateReport& report);

}  // namespace octomate::views
