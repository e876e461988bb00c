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

/// Returns the options with which makers solve a stipulation: in the calling thread, with 1 MiB of memory.
inline solver::StipulationOptions options_for(const Stipulation& stipulation,
                                              const std::atomic<bool>* interrupted = nullptr) {
    solver::StipulationOptions options{{}, stipulation};
    options.dice = stipulation.has_lines() ? solver::Dice::Some : solver::Dice::Every;
    options.parallel = false;
    options.hash_bytes = std::size_t{1} << 20;
    options.limits.interrupted = interrupted;
    return options;
}

/// Finds the lines (whole solutions) that fulfil a stipulation. For one thread.
template <Written P>
class LineFinder {
  public:
    using Lines = solver::Lines<P>;

    /// If `roll` is set, only lines that begin on it count. `solutions` is the number of lines wanted; the
    /// search stops soon after four times as many.
    LineFinder(const Stipulation& stipulation, std::optional<int> roll, std::uint64_t solutions,
               const std::atomic<bool>* interrupted = nullptr)
        : options_(options_for(stipulation, interrupted)), most_lines_(4 * solutions + 4) {
        puzzle_.roll = roll;
    }

    /// Returns all lines; stops early if there are far more than wanted.
    Lines find(const P& position) const { return find(position, options_); }

    /// Returns the number of lines that fulfil the stipulation in fewer moves; a lower bound if there are
    /// many.
    std::uint64_t count_shorter(const P& position) const {
        solver::StipulationOptions shorter = options_;
        const int shortest = 2 - options_.stipulation.half_moves % 2;
        std::uint64_t count = 0;
        for (int half_moves = shortest; half_moves < options_.stipulation.half_moves; half_moves += 2) {
            shorter.stipulation.half_moves = half_moves;
            count += find(position, shorter).count;
        }
        return count;
    }

  private:
    Lines find(const P& position, const solver::StipulationOptions& options) const {
        return reports::find_lines(puzzle_, position, options, most_lines_ + 1, most_lines_);
    }

    solver::StipulationOptions options_;
    std::uint64_t most_lines_;  // the number of lines after which a search stops
    records::Puzzle puzzle_;
};

/// Solvers for puzzles in one move, two moves, and so on up to the length of a puzzle. For one thread.
template <Written P>
class SolversByLength {
  public:
    /// `moves` is the length of the puzzle, `stipulation` is set if it is not a mate.
    SolversByLength(int moves, std::size_t hash_bytes, std::optional<Stipulation> stipulation,
                    const std::atomic<bool>* interrupted = nullptr) {
        solver::MateOptions search;
        search.parallel = false;
        search.hash_bytes = hash_bytes;
        search.limits.interrupted = interrupted;
        for (int length = 1; length <= moves; ++length) {
            if (stipulation) stipulation->half_moves = 2 * length;
            solvers_.emplace_back(length, search, stipulation);
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

/// Returns the last moves of lines that begin with `start`.
template <Position P>
std::vector<LastMove<P>> last_moves(const P& start, const Stipulation& stipulation,
                                    const std::vector<solver::Line<P>>& lines) {
    const solver::TurnSequence turn_sequence(stipulation, start.turn());
    std::vector<LastMove<P>> result;
    for (const auto& line : lines) {
        P position = start;
        int plies_left = turn_sequence.plies();
        for (const auto& move : line) {
            if (--plies_left > 0) position = *turn_sequence.next_position(position.play(move), plies_left);
        }
        result.push_back({std::move(position), line.back()});
    }
    return result;
}

/// Returns the mates of a mate in two, after all defences against the first moves `keys`.
template <Makeable P>
std::vector<LastMove<P>> last_moves(const P& start, const std::vector<typename P::Move>& keys) {
    std::vector<LastMove<P>> result;
    MoveList<P> defences, mates;
    for (const auto& key : keys) {
        const P after = start.play(key);
        after.legal_moves(defences);
        for (const auto& defence : defences) {
            const P position = after.play(defence);
            position.winning_moves(mates);
            for (const auto& mate : mates) result.push_back({position, mate});
        }
    }
    return result;
}

/// The themes and the quality of several mates.
struct MatesSummary {
    ThemeSet themes;  ///< themes that some mate shows; without themes of the diagram, such as miniature
    int quality = 0;  ///< mean quality of the mates, 0…100
};

/// Grades each mate as a mate in one of its own position, and combines the results.
template <Makeable P>
MatesSummary grade_mates(const std::vector<LastMove<P>>& mates) {
    const ThemeCatalogue catalogue = P::themes;
    const ThemeSet diagram_themes = catalogue.shown_by(ShownBy::AllFaces) |
                                    catalogue.shown_by(ShownBy::InCheck) |
                                    catalogue.named_in({"miniature", "aristocrat"});
    MatesSummary summary;
    if (mates.empty()) return summary;
    solver::Faces<P> single_mate(1);
    for (const auto& [position, move] : mates) {
        single_mate[0].roll = reports::own_roll(position, move);
        single_mate[0].mates.assign(1, move);
        const ThemeSet shown = themes_of(position, single_mate, 1);
        summary.themes |= shown - diagram_themes;
        summary.quality += scores_of(position, single_mate, shown).quality;
    }
    summary.quality /= static_cast<int>(mates.size());
    const ThemeSet fallback_themes = catalogue.shown_by(ShownBy::Others);
    if (!(summary.themes - fallback_themes).empty()) summary.themes = summary.themes - fallback_themes;
    return summary;
}

/// Sets the themes, the number of pieces and the scores of a record. Themes that are not in the catalogue,
/// which its author added, are kept after the others. A record with a stipulation other than mate gets no
/// difficulty, and a quality only if its solutions end in mate.
void set_tags(records::Puzzle& puzzle, ThemeCatalogue catalogue, int pieces, ThemeSet shown, Scores scores);

/// Computes the themes and scores of a solution and sets them in the record. `winning` holds the winning
/// faces with their first moves.
template <Makeable P>
void set_tags(records::Puzzle& puzzle, const P& position, const solver::Faces<P>& winning) {
    const ThemeCatalogue catalogue = P::themes;
    ThemeSet shown = themes_of(position, winning, puzzle.moves);
    if (puzzle.roll) shown = shown - catalogue.shown_by(ShownBy::AllFaces);  // other faces may win too
    using Pieces = typename P::Arrangement;
    set_tags(puzzle, catalogue, Pieces::count(Pieces(position).occupied()), shown,
             scores_of(position, winning, shown));
}

/// Sets the id, provenance, variant and chapter of a generated record. `removed` lists the pieces that were
/// removed for economy, as letter and square.
void set_origin(records::Puzzle& puzzle, const Task& task, const Find& find, std::string_view variant,
                ThemeCatalogue catalogue, std::vector<std::string> removed);

/// Returns the first moves that win on some face, each once.
template <Position P>
std::vector<typename P::Move> key_moves(const solver::Faces<P>& winning) {
    std::vector<typename P::Move> moves;
    solver::for_each_key_move<P>(winning, [&](const auto& move) { moves.push_back(move); });
    return moves;
}

/// Returns the winning moves of each face in notation, as the key of a record.
template <Makeable P>
records::Key key_of(const P& position, const solver::Faces<P>& winning) {
    records::Key key;
    for (const auto& face : winning) {
        auto& texts = key[face.roll.face];
        for (const auto mate : face.mates) texts.push_back(position.notation(mate));
    }
    return key;
}

/// Sets the stipulation of a record and its key: the `lines` if its solutions are lines, else the first moves
/// of `winning`.
template <Makeable P>
void set_stipulation(records::Puzzle& puzzle, const P& position, const Stipulation& stipulation,
                     const solver::Faces<P>& winning, const std::vector<solver::Line<P>>& lines) {
    puzzle.stipulation = stipulation;
    if (!stipulation.has_lines()) {
        puzzle.key = key_of(position, winning);
        return;
    }
    puzzle.solutions = lines.size();
    puzzle.key = reports::key_of_lines(puzzle, position, stipulation, lines);
}

/// Sets the position, key, themes, number of pieces and scores of a record. `winning` holds the winning faces
/// with their first moves.
template <Makeable P>
void set_solution(records::Puzzle& puzzle, const P& position, const solver::Faces<P>& winning) {
    puzzle.fen = position.fen();
    puzzle.key = key_of(position, winning);
    set_tags(puzzle, position, winning);
}

/// Adds the twins of a spec to the record; `key_of(position)` returns the key of a twin.
template <Composable P, class KeyOf>
void add_twins(records::Puzzle& puzzle, const P& position, const Spec<P>& spec, KeyOf key_of) {
    if (spec.twins.empty()) return;
    std::string twins;
    for (const TwinSpec& twin : spec.twins) {
        const P twin_position = reports::edited(position, twin.edit).value();
        const std::string edit = records::edit_json(twin.edit);  // "{…}" with at least one field
        twins += fmt::format("{}{{\"name\":{},{},\"key\":{}}}", twins.empty() ? "" : ",",
                             records::json_text_of(twin.name), edit.substr(1, edit.size() - 2),
                             records::key_json(key_of(twin_position)));
    }
    puzzle.unknown.push_back({"twins", "[" + twins + "]"});
}

/// Returns the complete record of a position that meets a spec with a stipulation other than mate. `puzzle`
/// has the roll of the spec.
template <Composable P>
records::Puzzle stipulated_puzzle_of(const P& position, const Spec<P>& spec, records::Puzzle puzzle) {
    const Stipulation& stipulation = *spec.other_stipulation;
    const LineFinder<P> lines(stipulation, spec.roll, static_cast<std::uint64_t>(spec.solutions));
    reports::PuzzleSolver<P> solver(stipulation.moves(), options_for(stipulation), stipulation);
    const auto solve = [&](const P& solved) {
        solver::Faces<P> winning;
        if (!stipulation.has_lines()) solver.solve_covered_rolls(puzzle, solved, winning);
        auto found_lines =
            stipulation.has_lines() ? lines.find(solved).first : std::vector<solver::Line<P>>();
        set_stipulation(puzzle, solved, stipulation, winning, found_lines);
        return found_lines;
    };
    const auto found_lines = solve(position);
    MatesSummary shown;
    if (stipulation.ends_in_mates()) shown = grade_mates(last_moves(position, stipulation, found_lines));
    puzzle.fen = position.fen();
    set_tags(puzzle, P::themes, P::Arrangement::count(typename P::Arrangement(position).occupied()),
             shown.themes, {0, shown.quality});
    add_twins(puzzle, position, spec, [&, diagram = puzzle](const P& twin_position) {
        solve(twin_position);
        return *std::exchange(puzzle.key, diagram.key);
    });
    return puzzle;
}

/// Solves a position that meets a spec; returns its complete record.
template <Composable P>
records::Puzzle puzzle_of(const P& position, const Spec<P>& spec) {
    records::Puzzle puzzle;
    puzzle.roll = spec.roll;
    if (spec.other_stipulation) return stipulated_puzzle_of(position, spec, std::move(puzzle));
    puzzle.moves = spec.moves;
    solver::MateOptions search;
    search.parallel = false;
    reports::PuzzleSolver<P> solver(spec.moves, search);
    solver::Faces<P> winning;
    solver.solve_covered_rolls(puzzle, position, winning);
    set_solution(puzzle, position, winning);
    if (spec.promotions_as_one) puzzle.promotions_as_one = true;
    add_twins(puzzle, position, spec, [&](const P& twin_position) {
        solver.solve_covered_rolls(puzzle, twin_position, winning);
        return key_of(twin_position, winning);
    });
    return puzzle;
}

}  // namespace octomate::make
