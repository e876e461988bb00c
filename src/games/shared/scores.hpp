#pragma once

#include <algorithm>
#include <vector>

#include "core/position.hpp"
#include "games/shared/points.hpp"

namespace octomate::points {

/// Scores a position of a game without a die by its winning moves, at least one. Of such a move `key(move)`
/// is what it is graded by, apart from its themes, and `shows(move)` those; `level(move)` is how far any
/// legal move is from sight.
template <const ThemeCatalogue& catalogue, class P, class KeyOf, class Shows, class Level>
Scores scores_without_die(const P& position, const std::vector<typename P::Move>& wins, ThemeSet themes,
                          const Men& men, KeyOf key_of, Shows shows, Level level_of) {
    Grade grade(catalogue);
    int level = Row::levels;
    for (const auto& move : wins) {
        Key key = key_of(move);
        if (wins.size() > 1) key.shows = shows(move);
        grade.key(key);
        level = std::min(level, level_of(move));
    }
    MoveList<P> all;
    position.legal_moves(all);
    Row row;
    for (const auto& move : all) {
        if (is_among(wins, move)) continue;
        const P after = position.play(move);
        const bool check = after.turn() != position.turn() && after.in_check();
        row.add(level_of(move), check, check && after.count_legal_moves() == 1);
    }
    grade.row(row, level);
    return grade.scores(men, static_cast<int>(wins.size()) - 1, themes);
}

}  // namespace octomate::points
