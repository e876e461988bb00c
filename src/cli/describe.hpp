#pragma once

#include <algorithm>
#include <bit>
#include <string>
#include <utility>
#include <vector>

#include "cli/games.hpp"
#include "games/superpermutation/scores.hpp"
#include "games/superpermutation/themes.hpp"
#include "records/puzzle.hpp"
#include "solver/faces.hpp"

namespace octomate::app {

/// The faces of which a puzzle speaks: all, or the one of its roll where there is a die to roll.
template <class P>
void keep_rolled(const records::Puzzle& puzzle, const P& position, solver::Faces<P>& faces) {
    if (!puzzle.roll || position.rolls().size() == 1) return;
    const auto other = [&](const auto& face) { return face.roll.face != *puzzle.roll; };
    faces.erase(std::remove_if(faces.begin(), faces.end(), other), faces.end());
}

/// Puts the position into the record, written in the usual way; it means the same whatever the run's default
/// game is.
template <class P>
void set_position(records::Puzzle& puzzle, const P& position) {
    puzzle.fen = position.fen();
    if (!puzzle.variant && P::variant != game_names.front()) puzzle.variant = P::variant;
}

/// Puts the themes, the number of men and the scores into the record. Themes of its author's own that are
/// none of ours stay, behind ours.
template <class P>
void set_tags(records::Puzzle& puzzle, const P& position, themes::ThemeSet shown, themes::Scores scores) {
    std::vector<std::string> names = shown.names();
    for (std::string& word : puzzle.themes) {
        if (!themes::theme_named(word)) names.push_back(std::move(word));
    }
    puzzle.themes = std::move(names);
    puzzle.unknown["men"] = std::popcount(position.board().occupied());
    puzzle.unknown["difficulty"] = scores.difficulty;
    puzzle.unknown["quality"] = scores.quality;
}

/// The same, judged first. `winning`: the faces that win, with their mates, or with the forced first moves if
/// the puzzle asks for more than one.
template <class P>
void set_tags(records::Puzzle& puzzle, const P& position, const solver::Faces<P>& winning) {
    themes::ThemeSet shown = themes::themes_of(position, winning, puzzle.moves);
    if (puzzle.roll) shown = shown - themes::ThemeSet{themes::Theme::LoneCascade};  // other faces may win too
    set_tags(puzzle, position, shown, themes::scores_of(position, winning, shown));
}

/// The winning moves as a key.
template <class P>
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
template <class P>
void describe(records::Puzzle& puzzle, const P& position, const solver::Faces<P>& winning) {
    set_position(puzzle, position);
    puzzle.key = key_of(position, winning);
    set_tags(puzzle, position, winning);
}

/// The same for a mate in one, whose faces are found first.
template <class P>
void describe(records::Puzzle& puzzle, const P& position) {
    solver::Faces<P> winning;
    solver::winning_faces(position, winning);
    keep_rolled(puzzle, position, winning);
    describe(puzzle, position, winning);
}

}  // namespace octomate::app
