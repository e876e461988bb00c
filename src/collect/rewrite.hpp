#pragma once

#include <functional>
#include <string>
#include <vector>

#include "collect/record.hpp"
#include "collect/record_file.hpp"

namespace octomate::collect {

/// Names the game in a record where it must be named, so that it means the same whatever a run's default is.
void name_game(records::Puzzle& puzzle, const games::Game& game);

/// Adds what becomes of a line to `output`; `file` formats its records.
using WriteLine =
    std::function<void(const records::Line& line, records::Output& output, const RecordFile& file)>;

/// Runs the lines of the files through `work`, and writes the data to `target`, which stays as it was if an
/// input cannot be opened. Under octomate-mpi all ranks share the lines.
Ran write_lines(const std::vector<std::string>& files, const CommonOptions& common,
                const RecordTarget& target, const WriteLine& work);

/// Changes a puzzle before it is written back; fails with what the game finds wrong with it. Not
/// `complete`: a limit cut the work short and the puzzle is unchanged; it is written all the same, unless
/// the user has interrupted the run.
using Change = std::function<Status(const games::Game& game, records::Puzzle& puzzle,
                                    std::vector<std::string>& notes, bool& complete)>;

/// Writes the puzzles of some files back, in their order and with their game named where needed; bad ones
/// are reported and left out. The exit code of the run. With `with_notes` the notes on each record are
/// reported too, unless --quiet.
int rewrite(const std::vector<std::string>& files, const CommonOptions& common, const RecordTarget& target,
            const Change& change, bool with_notes = false);

}  // namespace octomate::collect
