#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "questions/question.hpp"
#include "reports/solution_report.hpp"

namespace octomate::questions {

/// The solution of a puzzle and those of its twins. Fails with the faults of the puzzle, or of bad twins; the
/// others are solved all the same.
Status find_solutions(const games::Game& game, const records::Puzzle& puzzle,
                      const reports::SolutionRequest& request, std::vector<reports::SolutionReport>& reports);

/// The solution as composers print it, behind the report of another question.
struct SolutionOptions {
    bool wanted = false;
    std::optional<int> tries;  ///< nullopt: the default of the game

    reports::SolutionRequest request(const reports::SearchRequest& search) const {
        return {search, tries.value_or(-1)};
    }

    void declare(Options& options);
    /// Adds the solutions of the puzzle and its twins to its report, which begins at byte `begin` of the
    /// output. If there are faults, removes the report and fails.
    Status add(Asked& asked, const reports::SearchRequest& search, std::size_t begin) const;
};

}  // namespace octomate::questions
