#pragma once

#include <string>

#include "draw/board_text.hpp"
#include "reports/mate_report.hpp"

namespace octomate::views {

/// One page on a position: heading, board, the table of faces, the chances, the threats.
std::string analysis_text(const reports::Analysis& analysis, const draw::TextStyle& style);

}  // namespace octomate::views
