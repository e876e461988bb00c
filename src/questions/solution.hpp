#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

#include "questions/question.hpp"
#include "reports/reports.hpp"

namespace octomate::questions {

/// Uses a twin as a puzzle of its own.
using UseTwin = std::function<Status(const records::Twin& twin, const records::Puzzle& puzzle)>;

/// Calls `use` with each twin of a puzzle whose game can change positions. Fails with the faults of invalid
/// twins and those of `use`, each with the name of its twin; the other twins are used all the same.
Status for_each_twin(const games::Game& game, const records::Puzzle& puzzle, const UseTwin& use);

/// Appends the solution of a puzzle and those of its twins. Fails with the faults of the puzzle, or of bad
/// twins; the others are solved all the same.
Status find_solutions(const games::Game& game, const records::Puzzle& puzzle,
                      const reports::SolutionRequest& request, std::vector<reports::SolutionReport>& reports);

/// Checks whether a puzzle and all its twins are computer-tested: all of `solutions` are strict, and the
/// keys, if there are any, are right. False if a limit was hit.
bool is_tested(const games::Game& game, const records::Puzzle& puzzle,
               const std::vector<reports::SolutionReport>& solutions, const reports::SearchRequest& search);

/// The solution as composers print it, behind the report of another question.
struct SolutionOptions {
    bool wanted = false;
    std::optional<int> tries;  ///< nullopt: the default of the game

    void declare(Options& options);
    /// Adds the solutions of the puzzle and its twins to its report, which begins at byte `begin` of the
    /// output. If there are faults, removes the report and fails.
    Status add(Asked& asked, const reports::SearchRequest& search, std::size_t begin) const;
};

}  // namespace octomate::questions
