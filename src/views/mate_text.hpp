#pragma once

#include <string>

#include "draw/board_text.hpp"
#include "reports/mate_report.hpp"

namespace octomate::views {

/// "71/256 (27.7 %)", "certain" for 1, "0"; an interval as "1/8 … 3/4".
std::string value_text(const reports::ReportedValue& value);

/// The value of a position for people: heading, board, the table of faces, the total in a sentence, an empty
/// line.
std::string mate_text(const reports::MateReport& report, const draw::TextStyle& style);

}  // namespace octomate::views
