#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/fault.hpp"

namespace octomate::collect {

/// Results of human solvers on puzzles, to which the Rasch model is fitted: a solver of strength s solves a
/// puzzle of difficulty d with probability 1 / (1 + exp((d - s) / 12)). Strengths and difficulties share one
/// scale, 0 to 100.
class SolverResults {
  public:
    /// A row that cannot be used.
    struct BadRow {
        std::size_t line;  ///< line number of the row, from 1
        std::string why;
    };

    /// Parses CSV text whose header names the columns `id`, `solver` and `solved` (1 or 0, yes or no, true or
    /// false) and maybe others, which are ignored; skips bad rows. Fails if the header is bad. Ctrl-C ends it
    /// early with incomplete results.
    static Expected<SolverResults, std::string> read(std::string_view text);

    const std::vector<BadRow>& bad_rows() const { return bad_rows_; }

    /// Returns the most likely difficulty, 0 to 100, of the puzzle `id`, given its results and the difficulty
    /// `prior` that its position and solution suggest; returns `prior` if it has no results.
    int difficulty(const std::string& id, int prior) const;

  private:
    using Entry = std::pair<std::size_t, bool>;  // the index of a solver or puzzle, and whether it was solved

    void fit_strengths();

    std::unordered_map<std::string, std::size_t> puzzles_;  // key: the id; value: the index in `by_puzzle_`
    std::vector<std::vector<Entry>> by_puzzle_;             // the results of each puzzle, with solver indices
    std::vector<double> strengths_;                         // strengths of the solvers
    std::vector<BadRow> bad_rows_;
};

}  // namespace octomate::collect
