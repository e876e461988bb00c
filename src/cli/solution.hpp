#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "cli/arguments.hpp"
#include "draw/board_text.hpp"
#include "games/game.hpp"
#include "puzzle/puzzle.hpp"
#include "reports/solution_report.hpp"
#include "stream/stream.hpp"

namespace octomate::cli {

/// Whether and how solutions are printed as composers do.
struct SolutionOptions {
    bool requested = false;
    int tries = -1;    ///< below 0: the default of the game
    std::string html;  ///< an HTML file instead of reports; empty: none

    bool any() const { return requested || !html.empty(); }
};

/// The options that ask for a solution.
struct SolutionSwitches {
    Option solution, html;
};

/// Declares --solution, --tries and --html.
SolutionSwitches add_solution_options(Arguments& command, SolutionOptions& options);

/// The solution of a puzzle and those of its twins. Fails with the faults of the puzzle, or of bad twins; the
/// others are solved all the same.
Status find_solutions(const games::Game& game, const records::Puzzle& puzzle,
                      const reports::SolutionRequest& request, std::vector<reports::SolutionReport>& reports);

/// Whether a puzzle and all its twins are computer-tested: all of `solutions` are strict, and the keys, if
/// there are any, are right. False if a limit was hit.
bool is_tested(const games::Game& game, const records::Puzzle& puzzle,
               const std::vector<reports::SolutionReport>& solutions, const reports::SearchRequest& search);

/// Adds the solutions of a puzzle and its twins to its report, which begins at byte `begin` of `output`: as
/// text, or as a field of the record. If there are faults, removes the report and fails.
Status add_solution(const games::Game& game, const records::Puzzle& puzzle, const SolutionOptions& options,
                    const reports::SearchRequest& search, const CommonOptions& common,
                    records::Output& output, std::size_t begin);

/// Writes the HTML page of the solutions of all puzzles, and returns the exit code.
int write_solution_page(const std::vector<std::string>& files, const SolutionOptions& options,
                        const reports::SearchRequest& search, const CommonOptions& common);

}  // namespace octomate::cli
