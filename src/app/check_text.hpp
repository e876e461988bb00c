#pragma once

#include <string>

#include "puzzle/check.hpp"
#include "render/board_text.hpp"

namespace octomate::app {

/// A referee's report: heading, FEN, the verdict in a sentence, whatever there is to say, and an empty line.
std::string check_text(const puzzle::CheckReport& report, const render::TextStyle& style);

}  // namespace octomate::app
