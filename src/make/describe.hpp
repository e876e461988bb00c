#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "make/capabilities.hpp"
#include "puzzle/puzzle.hpp"

namespace octomate::make {

/// Puts the themes, the number of men and the scores into the record. Themes of its author's own that are
/// none of the game's stay, behind these.
template <Makeable P>
void set_tags(records::Puzzle& puzzle, const P& position, ThemeSet shown, Scores scores) {
    const ThemeCatalogue catalogue = P::themes;
    std::vector<std::string> names = catalogue.names(shown);
    for (std::string& word : puzzle.themes) {
        if (!catalogue.named(word)) names.push_back(std::move(word));
    }
    puzzle.themes = std::move(names);
    using Men = typename P::Arrangement;
    puzzle.men = Men::count(Men(position).occupied());
    puzzle.difficulty = records::Number(scores.difficulty);
    puzzle.quality = records::Number(scores.quality);
}

/// The same, judged first. `winning`: the faces that win, with their mates, or with the forced first moves if
/// the puzzle asks for more than one.
template <Makeable P>
void set_tags(records::Puzzle& puzzle, const P& position, const solver::Faces<P>& winning) {
    const ThemeCatalogue catalogue = P::themes;
    ThemeSet shown = themes_of(position, winning, puzzle.moves);
    if (puzzle.roll) shown = shown - catalogue.shown_by(ShownBy::AllFaces);  // other faces may win too
    set_tags(puzzle, position, shown, scores_of(position, winning, shown));
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

/// Puts all that a record tells of its position into it: position, key, themes, men, scores. `winning` as for
/// `set_tags`.
template <Makeable P>
void describe(records::Puzzle& puzzle, const P& position, const solver::Faces<P>& winning) {
    puzzle.fen = position.fen();
    puzzle.key = key_of(position, winning);
    set_tags(puzzle, position, winning);
}

}  // namespace octomate::make
