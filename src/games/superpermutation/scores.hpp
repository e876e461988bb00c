#pragma once

#include "games/superpermutation/themes.hpp"

namespace octomate::superpermutation {

namespace detail {

/// What the solver of a puzzle has to look through.
struct Search {
    int moves = 0;        ///< legal moves that may be played on a winning face
    int tries = 0;        ///< of these, checks that do not win
    int near_misses = 0;  ///< of these, checks that leave one answer
    int winning = 0;      ///< moves that win
    int duals = 0;        ///< winning moves too many: all but one on each face that binds the move
};

/// How hard the themes and the search make it, 0…100.
int difficulty(const Search& search, ThemeSet themes);

/// How good the men, the key and the themes are, 0…100. `working`: how many men work in the mate in which the
/// fewest do.
int quality(const board8::Board& board, int working, const Search& search, ThemeSet themes);

/// The men of the position after a mate without whom it might be none: those that attack the king or a square
/// next to him, his own men there, and those that the move took part with.
board8::Bitboard working_men(Move move, const board8::Board& after, Color us);

}  // namespace detail

/// Scores a position by its winning faces and their themes, all as for `themes_of`: sums of points (the
/// README tells which), the same for a position and its mirror images.
template <class P>
Scores scores_of(const P& position, const solver::Faces<P>& winning, ThemeSet themes) {
    if (winning.empty()) return {};
    detail::Search search;
    board8::Bitboard wins_from = 0, wins_to = 0;
    unsigned files = 0;  // on which the winning faces bind the move
    bool free = false;   // a winning face allows every move
    int working = 64;
    for (const auto& face : winning) {
        if (face.freedom == Freedom::Free) {
            free = true;
            continue;
        }
        search.duals += static_cast<int>(face.mates.size()) - 1;
        if (face.roll.face == 0) free = true;  // no die
        for (const auto move : face.mates) files |= 1U << board8::file_of(move.to);
    }
    for_each_key_move<P>(winning, [&](auto move) {
        ++search.winning;
        wins_from |= board8::bit(move.from);
        wins_to |= board8::bit(move.to);
        const auto men = detail::working_men(move, position.play(move).board(), position.turn());
        working = std::min(working, std::popcount(men));
    });

    MoveList<P> moves;
    position.legal_moves(moves);
    for (const auto move : moves) {
        if (!free && !(files >> board8::file_of(move.to) & 1)) continue;
        ++search.moves;
        const P after = position.play(move);
        if (!after.in_check()) continue;
        if (board8::contains(wins_from, move.from) && board8::contains(wins_to, move.to)) {
            bool wins = false;
            for_each_key_move<P>(winning, [&](auto key) { wins = wins || key == move; });
            if (wins) continue;
        }
        ++search.tries;
        search.near_misses += after.count_legal_moves() == 1;
    }
    return {detail::difficulty(search, themes), detail::quality(position.board(), working, search, themes)};
}

}  // namespace octomate::superpermutation
