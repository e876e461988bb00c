// Fits the Rasch model (G. Rasch, 1960) to the results of solvers: a "contest" between a solver and a puzzle
// is won by the solver with a probability that depends only on the difference of strength and difficulty. The
// fit alternates: it holds the strengths and computes the most likely difficulty of each puzzle, then holds
// the difficulties and computes the strength of each solver, until the strengths stop changing. Normal priors
// keep the values finite, even for a puzzle that everybody solved.

#include "collect/solvers.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "console/console.hpp"
#include "formats/formats.hpp"
#include "text/text.hpp"

namespace octomate::collect {

namespace {

constexpr double scale = 12;                   // difficulty points that change the odds by a factor of e
constexpr double prior_mean = 50;              // mean of the normal prior of strengths and difficulties
constexpr double prior_variance = 25 * 25;     // variance of the prior of strengths and difficulties
constexpr double estimate_variance = 15 * 15;  // variance of a difficulty, given its estimate

/// Returns the most likely strength of a solver (or difficulty of a puzzle) under a normal prior with `mean`
/// and `variance`. `opponents` are the difficulties of puzzles (or the strengths of solvers); a contest is an
/// index into them, and whether the puzzle was solved. Uses Newton's method; the likelihood has only one
/// maximum. Ctrl-C ends it early.
double most_likely(double mean, double variance, bool is_solver,
                   const std::vector<std::pair<std::size_t, bool>>& contests,
                   const std::vector<double>& opponents) {
    double x = mean;
    for (int step = 0; step < 100 && !interrupted; ++step) {
        double slope = (mean - x) / variance, curvature = 1 / variance;
        for (const auto& [opponent, solved] : contests) {
            const double chance = 1 / (1 + std::exp((opponents[opponent] - x) / scale));
            slope += ((solved == is_solver ? 1 : 0) - chance) / scale;
            curvature += chance * (1 - chance) / (scale * scale);
        }
        const double move = std::clamp(slope / curvature, -scale, scale);
        x += move;
        if (std::abs(move) < 1e-9) break;
    }
    return x;
}

std::optional<bool> yes_or_no(std::string_view text) {
    text = trim(text);
    if (text == "1" || text == "yes" || text == "true") return true;
    if (text == "0" || text == "no" || text == "false") return false;
    return std::nullopt;
}

constexpr std::array<std::string_view, 3> columns = {"id", "solver", "solved"};

}  // namespace

Expected<SolverResults, std::string> SolverResults::read(std::string_view text) {
    SolverResults results;
    std::array<std::optional<std::size_t>, columns.size()> column_index;
    std::unordered_map<std::string, std::size_t> solvers;
    std::size_t number = 0;
    while (!text.empty() && !interrupted) {
        const std::size_t end = text.find('\n');
        const std::string_view line = trim(text.substr(0, end));
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        ++number;
        if (line.empty()) continue;
        const records::CsvRow row = records::split_row(line, ',');
        const bool complete = row.end == records::CsvRow::End::Complete;
        if (!column_index[0]) {
            for (std::size_t at = 0; at < columns.size(); ++at) {
                const auto found = std::find(row.cells.begin(), row.cells.end(), columns[at]);
                if (!complete || found == row.cells.end())
                    return Unexpected{
                        fmt::format("line {}: the header has no column {}, expected id,solver,solved", number,
                                    columns[at])};
                column_index[at] = static_cast<std::size_t>(found - row.cells.begin());
            }
            continue;
        }
        if (!complete || row.cells.size() <= *std::max_element(column_index.begin(), column_index.end())) {
            results.bad_rows_.push_back(
                {number, "the row has fewer cells than the header, or an open quote"});
            continue;
        }
        const std::string& solved = row.cells[*column_index[2]];
        const std::optional<bool> success = yes_or_no(solved);
        if (!success) {
            results.bad_rows_.push_back({number, fmt::format("solved: \"{}\" is neither 1 nor 0", solved)});
            continue;
        }
        const auto puzzle =
            results.puzzles_.try_emplace(row.cells[*column_index[0]], results.by_puzzle_.size());
        if (puzzle.second) results.by_puzzle_.emplace_back();
        const auto solver = solvers.try_emplace(row.cells[*column_index[1]], solvers.size()).first;
        results.by_puzzle_[puzzle.first->second].emplace_back(solver->second, *success);
    }
    if (!column_index[0]) return Unexpected{std::string("there is no header, expected id,solver,solved")};
    results.strengths_.assign(solvers.size(), prior_mean);
    results.fit_strengths();
    return results;
}

/// Computes the strengths of the solvers: fits puzzles and solvers in turn until the strengths are stable.
void SolverResults::fit_strengths() {
    std::vector<double> difficulties(by_puzzle_.size(), prior_mean);
    std::vector<std::vector<Entry>> by_solver(strengths_.size());
    for (std::size_t puzzle = 0; puzzle < by_puzzle_.size(); ++puzzle) {
        for (const auto& [solver, solved] : by_puzzle_[puzzle])
            by_solver[solver].emplace_back(puzzle, solved);
    }
    for (int sweep = 0; sweep < 200 && !interrupted; ++sweep) {
        double change = 0;
        for (std::size_t puzzle = 0; puzzle < by_puzzle_.size(); ++puzzle)
            difficulties[puzzle] =
                most_likely(prior_mean, prior_variance, false, by_puzzle_[puzzle], strengths_);
        for (std::size_t solver = 0; solver < by_solver.size(); ++solver) {
            const double strength =
                most_likely(prior_mean, prior_variance, true, by_solver[solver], difficulties);
            change = std::max(change, std::abs(strength - strengths_[solver]));
            strengths_[solver] = strength;
        }
        if (change < 1e-6) break;
    }
}

int SolverResults::difficulty(const std::string& id, int prior) const {
    const auto found = puzzles_.find(id);
    if (found == puzzles_.end()) return prior;
    const double fitted = most_likely(prior, estimate_variance, false, by_puzzle_[found->second], strengths_);
    return static_cast<int>(std::lround(std::clamp(fitted, 0.0, 100.0)));
}

}  // namespace octomate::collect
