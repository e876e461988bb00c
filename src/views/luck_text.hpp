#pragma once

#include <string>

#include "draw/board_text.hpp"
#include "reports/replay.hpp"

namespace octomate::views {

/// What the numbers are, and the head of the columns of `luck_line`.
std::string luck_heading(int depth, const draw::TextStyle& style);

/// A ply on a line of its own: the number of its move, the move with its die, and in hundredths of a game the
/// mover's chance before the roll, with it and after the move, what the roll brought and the move gave away.
std::string luck_line(const reports::ReplayedPly& ply, int move, const draw::TextStyle& style);

/// A ply whose chances are known in one line: "12... (5) Qe4-d3??: luck +3.1, error 24.0, better Qe4-d2".
std::string luck_words(const reports::ReplayedPly& ply, int move);

/// Who was luckier, and who played better, in a sentence.
std::string luck_verdict(const reports::GameChances& game);

/// That sentence, each side's sums, and how the chances add up.
std::string luck_summary(const reports::GameChances& game);

}  // namespace octomate::views
