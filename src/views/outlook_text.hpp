#pragma once

#include <string>

#include "core/written.hpp"
#include "draw/board_text.hpp"
#include "players/outlook.hpp"

namespace octomate::views {

/// "White is to be preferred, 64 %: a 3 or a 5 mates."
std::string outlook_line(const players::Outlook& outlook);

/// That line, and a table: for each face its chances, the best moves, and what the others lose.
std::string outlook_text(const players::Outlook& outlook, const Die* die, const draw::TextStyle& style);

/// What the games were, and a table: for each face the candidates with their chances and standard errors.
std::string rollout_text(const players::Rollout& rollout, const Die* die, const draw::TextStyle& style);

}  // namespace octomate::views
