#pragma once

#include <string>
#include <vector>

#include "cli/arguments.hpp"
#include "cli/shared.hpp"
#include "games/game.hpp"
#include "puzzle/puzzle.hpp"
#include "questions/solution.hpp"

namespace octomate::cli {

using questions::find_solutions;

/// Declares --html, and returns it. It and --solution, one of the options in `declared`, allow --tries.
Option add_solution_page(Arguments& command, const Declared& declared, std::string& file);

/// Whether a puzzle and all its twins are computer-tested: all of `solutions` are strict, and the keys, if
/// there are any, are right. False if a limit was hit.
bool is_tested(const games::Game& game, const records::Puzzle& puzzle,
               const std::vector<reports::SolutionReport>& solutions, const reports::SearchRequest& search);

/// Writes the HTML page of the solutions of all puzzles, and returns the exit code.
int write_solution_page(const std::vector<std::string>& files, const std::string& page,
                        reports::SolutionRequest request, const CommonOptions& common);

}  // namespace octomate::cli
