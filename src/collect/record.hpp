#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "console/console.hpp"
#include "core/fault.hpp"
#include "facade/game.hpp"
#include "puzzle/puzzle.hpp"
#include "stream/stream.hpp"

/// Records on their way from a file to the game that they belong to.
namespace octomate::collect {

/// What is done with a good record: the game, the puzzle, and the notes of its reader, to which others may be
/// added. What the game finds wrong with it comes back; then it is a bad record after all.
using Use =
    std::function<Faults(const games::Game& game, records::Puzzle& puzzle, std::vector<std::string>& notes)>;

/// The format of puzzle files that the user named; none: their first records decide.
std::optional<records::InputFormat> input_format(const CommonOptions& common);

/// Reads the record of a line. A bad one is told instead, with all that is wrong: on standard error for
/// people, in its place for machines. One whose best moves could not be read within the patience is not used
/// and counts as incomplete.
void read_record(const records::Line& line, const CommonOptions& common, records::Output& output,
                 const Use& use, const reports::Patience& patience = {});

/// The same for what a reader made of the record.
void use_record(records::ReadPuzzle read, const records::Line& line, const CommonOptions& common,
                records::Output& output, const Use& use, const reports::Patience& patience = {});

/// The same for a line of a file: blank lines and comments are passed over.
void with_record(const records::Line& line, const CommonOptions& common, records::Output& output,
                 const Use& use);

/// Takes a FEN given on the command line to the chosen game: `use(game, puzzle, notes, out)` appends what is
/// to be printed to `out`. The notes are told before it. The exit code: a bad FEN is told, on standard error
/// and as a record for machines.
int with_fen_argument(const std::string& fen, const CommonOptions& common,
                      const std::function<Faults(const games::Game& game, records::Puzzle& puzzle,
                                                 std::vector<std::string>& notes, std::string& out)>& use);

/// Tells the notes on standard error, unless the user wants quiet.
void tell_notes(const std::vector<std::string>& notes, const CommonOptions& common);

/// What came of a run.
struct Ran {
    int code = Success;
    bool whole = true;  ///< all files were read to their end
};

/// Runs the lines of the files through `work`, with progress on a terminal, and hands what becomes of them to
/// `write` in their order (standard output and standard error, if not said otherwise).
Ran run_lines(const std::vector<std::string>& files, const CommonOptions& common,
              const std::function<void(const records::Line&, records::Output&)>& work);
Ran run_lines(const std::vector<std::string>& files, const CommonOptions& common,
              const std::function<void(const records::Line&, records::Output&)>& work,
              const std::function<void(const records::Output&)>& write);

/// The same for any stream, which writes for itself.
Ran run_stream(const std::vector<std::string>& files, const CommonOptions& common,
               const records::LineStream& stream);

/// The same with typed results: `work(line, batch)` adds them to a `records::Batch<Result>&`; `take(batch)`
/// gets them in order and may move them away. The talk goes to standard error.
template <class Result, class Work, class Take>
Ran run_lines(const std::vector<std::string>& files, const CommonOptions& common, const Work& work,
              const Take& take) {
    const auto take_and_talk = [&](records::Batch<Result>& batch) {
        take(batch);
        talk(batch.talk);
    };
    return run_stream(files, common, records::stream_of<Result>(work, take_and_talk));
}

}  // namespace octomate::collect
