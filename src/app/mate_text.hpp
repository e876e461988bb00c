#pragma once

#include <string>

#include "puzzle/mate_report.hpp"
#include "render/board_text.hpp"

namespace octomate::app {

/// "71/256 (27.7 %)", "certain" for 1, "0"; an interval as "1/8 … 3/4".
std::string value_text(const puzzle::ReportedValue& value);

/// The value of a position for people: heading, board, the table of faces, the total in a sentence, an empty
/// line.
std::string mate_text(const puzzle::MateReport& report, const render::TextStyle& style);

}  // namespace octomate::app
