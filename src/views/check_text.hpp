#pragma once

#include <string>

#include "draw/board_text.hpp"
#include "reports/check_report.hpp"

namespace octomate::views {

/// A referee's report: heading, FEN, the verdict in a sentence, whatever there is to say, and an empty line.
std::string check_text(const reports::CheckReport& report, const draw::TextStyle& style);

}  // namespace octomate::views
