#pragma once

#include <string>

#include "questions/question.hpp"
#include "reports/moves_report.hpp"

namespace octomate::questions {

/// The record of a move, with the squares that a board needs to play it.
std::string board_json(const reports::MoveRecord& move);

/// Checks whether a move may be played on the puzzle's roll. Without a roll or a die any may.
bool is_allowed(const reports::MoveRecord& move, const records::Puzzle& puzzle);

}  // namespace octomate::questions
