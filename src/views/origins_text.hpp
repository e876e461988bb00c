#pragma once

#include <string>

#include "draw/board_text.hpp"
#include "reports/origins.hpp"

namespace octomate::views {

/// The positions one move earlier for people: FEN, board, a line for each, their number.
std::string retract_text(const reports::RetractReport& report, const draw::TextStyle& style);

/// Whether a game leads to a position, in a sentence: "Legal: a shortest game has 5 plies."
std::string legality_text(const reports::Legality& legality);

/// The same with the position and the game.
std::string proof_text(const reports::ProofReport& report, const draw::TextStyle& style);

}  // namespace octomate::views
