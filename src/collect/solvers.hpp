#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/fault.hpp"

namespace octomate::collect {

/// How solvers fared on puzzles. Fitted by the model of Rasch: a solver of strength s solves a puzzle of
/// difficulty d with probability 1 / (1 + exp((d - s) / 12)). Strengths and difficulties are on the scale of
/// difficulty, 0 to 100.
class SolverResults {
  public:
    /// A row that cannot be used.
    struct BadRow {
        std::size_t line;  ///< from 1
        std::string why;
    };

    /// Reads CSV whose header names the columns `id`, `solver` and `solved` (1 or 0, yes or no); others are
    /// skipped, and so are bad rows. Fails with what is wrong with the header. Ctrl-C ends it with results
    /// that are not complete.
    static Expected<SolverResults, std::string> read(std::string_view text);

    const std::vector<BadRow>& bad_rows() const { return bad_rows_; }

    /// The most likely difficulty, 0 to 100, of a puzzle whose position and solution suggest `prior`, which
    /// is returned if the puzzle has no results.
    int difficulty(const std::string& id, int prior) const;

  private:
    using Entry = std::pair<std::size_t, bool>;  // a solver, or a puzzle; and whether it was solved

    void fit_strengths();

    std::unordered_map<std::string, std::size_t> puzzles_;
    std::vector<std::vector<Entry>> by_puzzle_;
    std::vector<double> strengths_;
    std::vector<BadRow> bad_rows_;
};

}  // namespace octomate::collect
