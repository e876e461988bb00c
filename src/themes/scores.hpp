#pragma once

#include "themes/themes.hpp"

namespace octomate::themes {

/// How hard a puzzle is to solve and how good a composer would find it, each 0…100. They are sums of points
/// (the README tells which), the same for a position and its mirror images, and no ratings: nobody's results
/// went into them. Without a winning face both are 0.
struct Scores {
    int difficulty = 0;
    int quality = 0;

    bool operator==(const Scores&) const = default;
};

namespace detail {

/// What the solver of a puzzle has to look through.
struct Search {
    int moves = 0;        ///< legal moves that may be played on a winning face
    int tries = 0;        ///< of these, checks that do not win
    int near_misses = 0;  ///< of these, checks that leave one answer
    int winning = 0;      ///< moves that win
    int bound = 0;        ///< winning faces that bind the move
};

/// How hard the themes and the search make it.
int difficulty(const Search& search, ThemeSet themes);

/// What speaks for the puzzle whatever its winning moves are: its themes, its men, its key.
int quality_of_position(const board::Board& board, const Search& search, ThemeSet themes);

/// The men of the position after a mate without whom it might be none: those that attack the king or a square
/// next to him, his own men there, and those that the move took part with.
board::Bitboard working_men(superpermutation::Move move, const board::Board& after, Color us);

/// Up to 30 points for the share of working men among all.
int economy(int working, int men);

/// A sum of points as a score.
constexpr int score(int points) { return std::clamp(points, 0, 100); }

}  // namespace detail

/// Scores a position by its winning faces and their themes, all as for `themes_of`.
template <class P>
Scores scores_of(const P& position, const solver::Faces<P>& winning, ThemeSet themes) {
    if (winning.empty()) return {};
    detail::Search search;
    board::Bitboard wins_from = 0;
    std::uint64_t wins_to = 0;
    unsigned files = 0;
    bool free = false;
    int economy = 0;
    for (const auto& face : winning) {
        if (face.freedom == Freedom::Free) {
            free = true;
            continue;
        }
        ++search.bound;
        if (face.roll.face == 0) free = true;  // no die: every move may be played
        for (const auto move : face.mates) files |= 1U << board::file_of(move.to);
    }
    const int men = std::popcount(position.board().occupied());
    for_each_key_move<P>(winning, [&](auto move) {
        ++search.winning;
        wins_from |= board::bit(move.from);
        wins_to |= board::bit(move.to);
        const auto working = detail::working_men(move, position.play(move).board(), position.turn());
        const int points = detail::economy(std::popcount(working), men);
        economy = search.winning == 1 ? points : std::min(economy, points);
    });

    MoveList<P> moves;
    position.legal_moves(moves);
    for (const auto move : moves) {
        if (!free && !(files >> board::file_of(move.to) & 1)) continue;
        ++search.moves;
        const P after = position.play(move);
        if (!after.in_check()) continue;
        if (board::contains(wins_from, move.from) && board::contains(wins_to, move.to)) {
            bool wins = false;
            for_each_key_move<P>(winning, [&](auto key) { wins = wins || key == move; });
            if (wins) continue;
        }
        ++search.tries;
        search.near_misses += after.count_legal_moves() == 1;
    }
    return {detail::score(detail::difficulty(search, themes)),
            detail::score(economy + detail::quality_of_position(position.board(), search, themes))};
}

}  // namespace octomate::themes
