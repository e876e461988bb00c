#pragma once

#include <string>
#include <utility>
#include <vector>

#include "cli/command.hpp"
#include "core/expected.hpp"
#include "reports/mate_report.hpp"
#include "reports/replay.hpp"
#include "reports/solve_report.hpp"

/// The reports of the commands, for the command line and the web board alike.
namespace octomate::app {

/// What the reader of a report of `solve` should know about the record.
void add_solve_notes(const records::Puzzle& puzzle, const reports::SolveReport& report, bool die,
                     std::vector<std::string>& notes);

/// The report of `solve`, after the notes that there are already.
template <class P>
reports::SolveReport solve_report(const records::Puzzle& puzzle, const P& position, bool list,
                                  std::vector<std::string> notes) {
    thread_local solver::Faces<P> faces;
    reports::SolveReport report = reports::solve(puzzle, position, list, faces);
    add_solve_notes(puzzle, report, position.rolls().size() > 1, notes);
    report.notes = std::move(notes);
    return report;
}

/// What a user may ask of `mate`.
struct MateRequest {
    int moves = 0;  ///< 0: the record says
    solver::Dice dice = solver::Dice::Mean;
    solver::Defence defence = solver::Defence::Best;
    std::size_t hash_mib = 64;
    double seconds = 0;       ///< 0: no limit
    std::uint64_t nodes = 0;  ///< 0: no limit
};

/// A search that shares threads and memory as the user said, and that Ctrl-C ends.
solver::MateOptions search_options(const CommonOptions& common);

/// How to search for it; the clock runs from now.
solver::MateOptions search_options(const MateRequest& request, const CommonOptions& common,
                                   const records::Puzzle& puzzle);

/// The fault of more moves than can be counted exactly.
Fault too_many_moves(const solver::MateOptions& search, int most);

/// The report of `mate` with the notes, or why there is none.
template <class P>
Expected<reports::MateReport, Faults> mate_report(const records::Puzzle& puzzle, const P& position,
                                                  const solver::MateOptions& search,
                                                  std::vector<std::string> notes) {
    if (const int most = solver::MateSearch<P>::most_moves(search.dice); search.moves > most)
        return Unexpected{Faults{too_many_moves(search, most)}};
    const solver::MateResult<P> result = solver::MateSearch<P>(search).solve(position);
    reports::MateReport report = reports::report_mate(puzzle, position, search, result);
    report.notes = std::move(notes);
    return report;
}

/// Replays a game by the rules that its Variant tag names, or else those of the default.
reports::Replay replay_game(const records::GameScore& game, const std::string& default_variant);

}  // namespace octomate::app
