#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "cli/arguments.hpp"
#include "draw/board_text.hpp"
#include "facade/game.hpp"
#include "puzzle/puzzle.hpp"
#include "reports/solution_report.hpp"
#include "stream/stream.hpp"

namespace octomate::cli {

/// Whether and how solutions are told as composers print them.
struct SolutionOptions {
    bool wanted = false;
    int tries = -1;    ///< below 0: as many as the game suggests
    std::string html;  ///< a page in place of the reports; empty: none

    bool any() const { return wanted || !html.empty(); }
};

/// What asks for a solution.
struct SolutionSwitches {
    Option solution, html;
};

/// Declares --solution, --tries and --html.
SolutionSwitches add_solution_options(Arguments& command, SolutionOptions& options);

/// Tells the solution of a puzzle behind its report, which stands in `output` from byte `begin` on: as text,
/// or as a field of the record. Faults say why there is none; then the report is taken back.
Faults tell_solution(const games::Game& game, const records::Puzzle& puzzle, const SolutionOptions& options,
                     const reports::SearchRequest& search, const CommonOptions& common,
                     records::Output& output, std::size_t begin);

/// Writes the page of the solutions of all puzzles of the files; the exit code.
int write_solution_page(const std::vector<std::string>& files, const SolutionOptions& options,
                        const reports::SearchRequest& search, const CommonOptions& common);

}  // namespace octomate::cli
