#pragma once

#include <functional>
#include <string>
#include <vector>

#include "collect/record.hpp"
#include "collect/record_file.hpp"

namespace octomate::collect {

/// Names the game in a record where it must be named, so that it means the same whatever a run's default is.
void name_game(records::Puzzle& puzzle, const games::Game& game);

/// What is done with each puzzle before it is written back: it is changed in its place. What the game finds
/// wrong with it comes back. Not `complete`: a limit cut the work short, and the puzzle is as it was; unless
/// the user has interrupted the run, it is written all the same.
using Change = std::function<Faults(const games::Game& game, records::Puzzle& puzzle,
                                    std::vector<std::string>& notes, bool& complete)>;

/// Writes the puzzles of some files back, in their order and with their game named where it must be; bad ones
/// are told and left out. The exit code of the run. With `tell_notes` the notes on each record are told, too,
/// unless the user wants quiet.
int rewrite(const std::vector<std::string>& files, const CommonOptions& common, const RecordTarget& target,
            const Change& change, bool tell_notes = false);

}  // namespace octomate::collect
