#pragma once

#include <cstddef>
#include <string>

#include "draw/board_text.hpp"
#include "reports/replay.hpp"

namespace octomate::views {

/// A game that was replayed, for people: the score in two columns, faults behind their line, and the last
/// position. With its chances every ply has a line, and what they say of the game stands at the end.
std::string replay_text(const reports::Replay& replay, std::size_t number, const draw::TextStyle& style);

}  // namespace octomate::views
