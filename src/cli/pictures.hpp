#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/command.hpp"
#include "core/expected.hpp"
#include "core/fault.hpp"
#include "draw/book.hpp"
#include "draw/diagram.hpp"
#include "records/game_score.hpp"
#include "records/puzzle.hpp"
#include "reports/replay.hpp"

namespace octomate::app {

/// A good record of a file, with its game.
struct Entry {
    records::Puzzle puzzle;  ///< `variant` is always set, `fen` is normalised
    std::string file;
    std::size_t line = 1;
};

/// Reads all records of some files, in their order. Bad ones are told and passed over; `code` becomes the
/// exit code that they ask for.
std::vector<Entry> read_entries(const std::vector<std::string>& files, const CommonOptions& common,
                                int& code);

/// What a puzzle shows and hides.
struct Pictures {
    draw::Diagram diagram;                  ///< the position, with the puzzle's roll if it has one
    std::vector<draw::FaceAnswer> answers;  ///< by face, all of them; none if it is not solved
    std::vector<draw::Solution> solutions;  ///< each move once, in the order of their lowest faces
};

/// Draws the position of a puzzle. With `solve`, finds its solutions too: the mating moves; in a puzzle of
/// more moves the moves of its key, or without one those that force mate within up to three moves. Without a
/// key longer ones stay unsolved.
Pictures pictures_of(const records::Puzzle& puzzle, bool solve);

/// The picture of a move of the puzzle's position on its own face, or why it is no legal move.
Expected<draw::Diagram, Fault> picture_of_move(const records::Puzzle& puzzle, std::string_view move);

/// "article-1", or "line 7" for a record that has no id.
std::string label_of(const Entry& entry);

/// "White to move. On which rolls does White mate?", as the puzzle asks it.
std::string question_of(const records::Puzzle& puzzle, const draw::Diagram& diagram);

/// The position before each ply that could be played, with its roll and arrows, and the last one.
std::vector<draw::Diagram> pictures_of_game(const records::GameScore& game, const reports::Replay& replay,
                                            std::string_view variant);

}  // namespace octomate::app
