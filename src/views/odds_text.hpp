#pragma once

#include <string>

#include "draw/board_text.hpp"
#include "reports/subject.hpp"

namespace octomate::views {

/// What an endgame table says of a position: the chances, what each roll is worth and by which moves. Empty
/// if none was asked, or none covers it.
std::string odds_text(const reports::Subject& subject, const draw::TextStyle& style);

/// The same in one sentence.
std::string odds_line(const reports::Subject& subject);

/// "+0.3683", or "mate in 9", "lost in 8" and "draw" without chance.
std::string worth_text(const tables::Bounds& bounds);

}  // namespace octomate::views
