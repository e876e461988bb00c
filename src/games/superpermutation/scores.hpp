#pragma once

#include "games/points.hpp"
#include "games/superpermutation/themes.hpp"

namespace octomate::superpermutation {

namespace detail {

/// Men that no array has: more of a kind than a set holds, bishops on one colour of square, pawns pushed back
/// to their own first rank.
int unnatural_men(const board8::Board& board);

/// The men of the position after a mate without whom it might be none: those that attack the king or a square
/// next to him, his own men there, and those that the move took part with.
board8::Bitboard working_men(Move move, const board8::Board& after, Color us);

}  // namespace detail

/// Scores a position by its winning faces and their themes, all as for `themes_of`: sums of points (the
/// README tells which), the same for a position and its mirror images.
template <class P>
Scores scores_of(const P& position, const solver::Faces<P>& winning, ThemeSet themes) {
    if (winning.empty()) return {};
    points::Search search;
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
    const points::Men men{std::popcount(position.board().occupied()), working,
                          detail::unnatural_men(position.board())};
    return {points::difficulty(search, theme_catalogue.total(themes, &ThemeDefinition::difficulty)),
            points::quality(men, search, theme_catalogue.total(themes, &ThemeDefinition::quality))};
}

}  // namespace octomate::superpermutation
