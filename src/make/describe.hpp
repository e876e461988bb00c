#pragma once

#include <string>
#include <vector>

#include "make/capabilities.hpp"
#include "make/maker.hpp"
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

}  // namespace octomate::make
