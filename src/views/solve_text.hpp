#pragma once

#include <string>

#include "draw/board_text.hpp"
#include "reports/solve_report.hpp"

namespace octomate::views {

/// What mates on a face: "Qa8-e4-e7# (cascade of 3)".
std::string mates_text(const reports::FaceRow& row, const draw::TextStyle& style);

/// The answer in a sentence: "Only 5 mates.", "It is checkmate."
std::string answer_text(const reports::SolveReport& report);

/// A solved puzzle for people: heading, board, the table of faces, the answer in a sentence, and an empty
/// line.
std::string solve_text(const reports::SolveReport& report, const draw::TextStyle& style);

}  // namespace octomate::views
