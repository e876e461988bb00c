#pragma once

#include <fmt/core.h>

#include <string>
#include <utility>
#include <vector>

#include "json/text.hpp"
#include "make/maker.hpp"
#include "make/spec.hpp"
#include "make/stipulated.hpp"
#include "puzzle/fields.hpp"
#include "reports/checker.hpp"
#include "reports/solution.hpp"

namespace octomate::make {

/// Puts the themes, the number of men and the scores into the record. Themes of its author's own that are
/// none of the game's stay, behind these. Where a stipulation was put in, there is no difficulty, and a
/// quality only if there are mates to be graded.
void set_tags(records::Puzzle& puzzle, ThemeCatalogue catalogue, int men, ThemeSet shown, Scores scores);

/// The same, judged first. `winning`: the faces that win, with their mates, or with the forced first moves if
/// the puzzle asks for more than one.
template <Makeable P>
void set_tags(records::Puzzle& puzzle, const P& position, const solver::Faces<P>& winning) {
    const ThemeCatalogue catalogue = P::themes;
    ThemeSet shown = themes_of(position, winning, puzzle.moves);
    if (puzzle.roll) shown = shown - catalogue.shown_by(ShownBy::AllFaces);  // other faces may win too
    using Men = typename P::Arrangement;
    set_tags(puzzle, catalogue, Men::count(Men(position).occupied()), shown,
             scores_of(position, winning, shown));
}

/// Puts into the record how its puzzle was generated. `removed`: men that were taken off.
void set_origin(records::Puzzle& puzzle, const Task& task, const Find& find, std::string_view variant,
                ThemeCatalogue catalogue, std::vector<std::string> removed);

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

/// Puts all that a record says of its position into it: position, key, themes, men, scores. `winning` as for
/// `set_tags`.
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
