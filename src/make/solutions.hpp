#pragma once

#include <fmt/core.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "json/text.hpp"
#include "make/maker.hpp"
#include "make/spec.hpp"
#include "puzzle/fields.hpp"
#include "puzzle/puzzle.hpp"
#include "reports/checker.hpp"
#include "reports/solution.hpp"
#include "solver/stipulation_search.hpp"

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

/// Puts the themes, the number of pieces and the scores into the record. Themes of its author's own that are
/// none of the game's stay, behind these. Where a stipulation was put in, there is no difficulty, and a
/// quality only if there are mates to be graded.
void set_tags(records::Puzzle& puzzle, ThemeCatalogue catalogue, int pieces, ThemeSet shown, Scores scores);

/// The same, judged first. `winning`: the faces that win, with their mates, or with the forced first moves if
/// the puzzle asks for more than one.
template <Makeable P>
void set_tags(records::Puzzle& puzzle, const P& position, const solver::Faces<P>& winning) {
    const ThemeCatalogue catalogue = P::themes;
    ThemeSet shown = themes_of(position, winning, puzzle.moves);
    if (puzzle.roll) shown = shown - catalogue.shown_by(ShownBy::AllFaces);  // other faces may win too
    using Pieces = typename P::Arrangement;
    set_tags(puzzle, catalogue, Pieces::count(Pieces(position).occupied()), shown,
             scores_of(position, winning, shown));
}

/// Puts into the record how its puzzle was generated. `removed`: pieces that were taken off.
void set_origin(records::Puzzle& puzzle, const Task& task, const Find& find, std::string_view variant,
                ThemeCatalogue catalogue, std::vector<std::string> removed);

/// The winning moves, each once.
template <Position P>
std::vector<typename P::Move> key_moves(const solver::Faces<P>& winning) {
    std::vector<typename P::Move> moves;
    solver::for_each_key_move<P>(winning, [&](const auto& move) { moves.push_back(move); });
    return moves;
}

/// The winning moves as a key.
template <Makeable P>
records::Key key_of(const P& position, const solver::Faces<P>& winning) {
    records::Key key;
    for (const auto& face : winning) {
        auto& texts = key[face.roll.face];
        for (const auto mate : face.mates) texts.push_back(position.notation(mate));
    }
    return key;
}

/// Puts what a puzzle asks for into its record, which may have a roll, and the key to it: whole lines, or
/// first moves that force it.
template <Makeable P>
void stipulate(records::Puzzle& puzzle, const P& position, const Stipulation& stipulation,
               const solver::Faces<P>& winning, const std::vector<solver::Line<P>>& lines) {
    puzzle.stipulation = stipulation;
    if (!stipulation.has_lines()) {
        puzzle.key = key_of(position, winning);
        return;
    }
    puzzle.solutions = lines.size();
    puzzle.key = reports::key_of_lines(puzzle, position, stipulation, lines);
}

/// Puts all that a record says of its position into it: position, key, themes, pieces, scores. `winning` as
/// for `set_tags`.
template <Makeable P>
void describe(records::Puzzle& puzzle, const P& position, const solver::Faces<P>& winning) {
    puzzle.fen = position.fen();
    puzzle.key = key_of(position, winning);
    set_tags(puzzle, position, winning);
}

/// Adds the twins of a spec to the record; `key_of(position)` solves them.
template <Composable P, class KeyOf>
void add_twins(records::Puzzle& puzzle, const P& position, const Spec<P>& spec, KeyOf key_of) {
    if (spec.twins.empty()) return;
    std::string twins;
    for (const TwinSpec& twin : spec.twins) {
        const P changed = reports::edited(position, twin.edit).value();
        const std::string edit = records::edit_json(twin.edit);  // an object that is not empty
        twins += fmt::format("{}{{\"name\":{},{},\"key\":{}}}", twins.empty() ? "" : ",",
                             records::json_text_of(twin.name), edit.substr(1, edit.size() - 2),
                             records::key_json(key_of(changed)));
    }
    puzzle.unknown.push_back({"twins", "[" + twins + "]"});
}

/// Completes `puzzle`, which has its roll, by a position that does what the stipulation of a spec wants.
template <Composable P>
records::Puzzle stipulated_puzzle_of(const P& position, const Spec<P>& spec, records::Puzzle puzzle) {
    const Stipulation& other = *spec.other;
    const LineFinder<P> lines(other, spec.roll, static_cast<std::uint64_t>(spec.solutions));
    reports::PuzzleSolver<P> solver(other.moves(), search_of(other), other);
    const auto solve = [&](const P& one) {
        solver::Faces<P> winning;
        if (!other.has_lines()) solver.solve_asked(puzzle, one, winning);
        const auto found = other.has_lines() ? lines.find(one).first : std::vector<solver::Line<P>>();
        stipulate(puzzle, one, other, winning, found);
        return found;
    };
    const auto found = solve(position);
    MatesShow shown;
    if (other.ends_in_mates()) shown = shown_by(last_moves(position, other, found));
    puzzle.fen = position.fen();
    set_tags(puzzle, P::themes, P::Arrangement::count(typename P::Arrangement(position).occupied()),
             shown.themes, {0, shown.quality});
    add_twins(puzzle, position, spec, [&, diagram = puzzle](const P& changed) {
        solve(changed);
        return *std::exchange(puzzle.key, diagram.key);
    });
    return puzzle;
}

/// Returns the puzzle of a position that does what a spec wants, with all that they say.
template <Composable P>
records::Puzzle puzzle_of(const P& position, const Spec<P>& spec) {
    records::Puzzle puzzle;
    puzzle.roll = spec.roll;
    if (spec.other) return stipulated_puzzle_of(position, spec, std::move(puzzle));
    puzzle.moves = spec.moves;
    solver::MateOptions search;
    search.parallel = false;
    reports::PuzzleSolver<P> solver(spec.moves, search);
    solver::Faces<P> winning;
    solver.solve_asked(puzzle, position, winning);
    describe(puzzle, position, winning);
    if (spec.promotions_as_one) puzzle.promotions_as_one = true;
    add_twins(puzzle, position, spec, [&](const P& changed) {
        solver.solve_asked(puzzle, changed, winning);
        return key_of(changed, winning);
    });
    return puzzle;
}

}  // namespace octomate::make
