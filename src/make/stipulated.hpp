#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <utility>
#include <vector>

#include "make/maker.hpp"
#include "puzzle/puzzle.hpp"
#include "reports/solution.hpp"
#include "solver/stipulation_search.hpp"

/// Puzzles that ask for something else than a mate in so many moves.
namespace octomate::make {

/// How a maker searches for what fulfils a stipulation: in its own thread, with little memory.
inline solver::StipulationOptions search_of(const Stipulation& stipulation,
                                            const std::atomic<bool>* interrupted = nullptr) {
    solver::StipulationOptions options{{}, stipulation};
    options.dice = stipulation.has_lines() ? solver::Dice::Some : solver::Dice::Every;
    options.parallel = false;
    options.hash_bytes = std::size_t{1} << 20;
    options.limits.interrupted = interrupted;
    return options;
}

/// Finds the lines that fulfil a stipulation. For one thread.
template <Written P>
class LineFinder {
  public:
    using Lines = solver::Lines<P>;

    /// `roll`: on which the lines begin, if only those count; `solutions`: how many there should be.
    LineFinder(const Stipulation& stipulation, std::optional<int> roll, std::uint64_t solutions,
               const std::atomic<bool>* interrupted = nullptr)
        : options_(search_of(stipulation, interrupted)), enough_(4 * solutions + 4) {
        puzzle_.roll = roll;
    }

    /// All lines. If there are far more than there should be, the count stops short of their number.
    Lines find(const P& position) const { return find(position, options_); }

    /// How many lines fulfil it in fewer moves of each side; not all of many.
    std::uint64_t count_shorter(const P& position) const {
        solver::StipulationOptions fewer = options_;
        const int least = 2 - options_.stipulation.half_moves % 2;
        std::uint64_t count = 0;
        for (int half_moves = least; half_moves < options_.stipulation.half_moves; half_moves += 2) {
            fewer.stipulation.half_moves = half_moves;
            count += find(position, fewer).count;
        }
        return count;
    }

  private:
    Lines find(const P& position, const solver::StipulationOptions& options) const {
        return reports::find_lines(puzzle_, position, options, enough_ + 1, enough_);
    }

    solver::StipulationOptions options_;
    std::uint64_t enough_;
    records::Puzzle puzzle_;
};

/// Solvers of what a puzzle asks for, in one move, in two, and so on up to the moves that it takes. For one
/// thread.
template <Written P>
class SolversByLength {
  public:
    /// `other`: what the puzzle asks for instead of a win.
    SolversByLength(int moves, std::size_t hash_bytes, std::optional<Stipulation> other,
                    const std::atomic<bool>* interrupted = nullptr) {
        solver::MateOptions search;
        search.parallel = false;
        search.hash_bytes = hash_bytes;
        search.limits.interrupted = interrupted;
        for (int length = 1; length <= moves; ++length) {
            if (other) other->half_moves = 2 * length;
            solvers_.emplace_back(length, search, other);
        }
    }

    /// Returns the number of moves that the puzzle takes.
    int moves() const { return static_cast<int>(solvers_.size()); }

    /// Solves a position as a puzzle in `moves`; see PuzzleSolver::solve.
    bool solve(const P& position, int moves, solver::Faces<P>& out) {
        return solvers_[static_cast<std::size_t>(moves) - 1].solve(position, out);
    }

  private:
    std::deque<reports::PuzzleSolver<P>> solvers_;
};

/// The last move of a solution, and the position in which it is played.
template <Position P>
struct LastMove {
    P position;
    typename P::Move move;
};

/// The last moves of lines.
template <Position P>
std::vector<LastMove<P>> last_moves(const P& start, const Stipulation& stipulation,
                                    const std::vector<solver::Line<P>>& lines) {
    const solver::Course course(stipulation, start.turn());
    std::vector<LastMove<P>> last;
    for (const auto& line : lines) {
        P position = start;
        int left = course.plies();
        for (const auto& move : line) {
            if (--left > 0) position = *course.go_on(position.play(move), left);
        }
        last.push_back({std::move(position), line.back()});
    }
    return last;
}

/// The last moves of a mate in two, after all defences. `keys`: the first moves.
template <Makeable P>
std::vector<LastMove<P>> last_moves(const P& start, const std::vector<typename P::Move>& keys) {
    std::vector<LastMove<P>> last;
    MoveList<P> defences, mates;
    for (const auto& key : keys) {
        const P after = start.play(key);
        after.legal_moves(defences);
        for (const auto& defence : defences) {
            const P position = after.play(defence);
            position.winning_moves(mates);
            for (const auto& mate : mates) last.push_back({position, mate});
        }
    }
    return last;
}

/// What mates show, each by itself, and how good they are.
struct MatesShow {
    ThemeSet themes;  ///< of all; none that speaks of the diagram rather than of a move
    int quality = 0;  ///< 0…100, on average
};

template <Makeable P>
MatesShow shown_by(const std::vector<LastMove<P>>& mates) {
    const ThemeCatalogue catalogue = P::themes;
    const ThemeSet of_diagrams = catalogue.shown_by(ShownBy::AllFaces) |
                                 catalogue.shown_by(ShownBy::InCheck) |
                                 catalogue.among({"miniature", "aristocrat"});
    MatesShow all;
    if (mates.empty()) return all;
    solver::Faces<P> alone(1);
    for (const auto& [position, move] : mates) {
        alone[0].roll = reports::own_roll(position, move);
        alone[0].mates.assign(1, move);
        const ThemeSet shown = themes_of(position, alone, 1);
        all.themes |= shown - of_diagrams;
        all.quality += scores_of(position, alone, shown).quality;
    }
    all.quality /= static_cast<int>(mates.size());
    const ThemeSet nothing_else = catalogue.shown_by(ShownBy::Others);
    if (!(all.themes - nothing_else).empty()) all.themes = all.themes - nothing_else;
    return all;
}

}  // namespace octomate::make
