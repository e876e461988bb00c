#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/color.hpp"
#include "records/game_score.hpp"

namespace octomate::records {

/// A ply of a score as it is to be written.
struct WrittenPly {
    Color turn = Color::White;
    std::string move;       ///< without blanks and braces
    int nag = 0;            ///< PGN's number of a sign such as "??"; 0: none
    std::string comment{};  ///< stands behind the die; without braces; may be empty
};

/// The game as PGN, with a blank line behind it: the seven tags, its own, further ones that it has not, the
/// comment before the first move, each move with its die as `{[%d8 5]}`, variations, and the result in the
/// place of its own. `plies` stand for the first plies of the game; the others are written as they came.
///
/// Reading it gives the same game, but for what is added, for moves and results that were mended, and for
/// dice that could not be read.
std::string to_pgn(const GameScore& game, const std::vector<WrittenPly>& plies, std::string_view result,
                   const std::vector<Tag>& further = {});

}  // namespace octomate::records
