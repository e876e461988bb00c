#include "games/superpermutation/scores.hpp"

#include <algorithm>

#include "board8/checks.hpp"

namespace octomate::superpermutation::detail {

namespace {

using board8::Bitboard;
using board8::Board;
using board8::Square;

constexpr Bitboard light = 0x55aa55aa55aa55aa;

int unnatural_men(const Board& board) {
    const auto beyond = [](Bitboard men, int usual) { return std::max(0, std::popcount(men) - usual); };
    int all = 0;
    for (const Color side : {Color::White, Color::Black}) {
        const Bitboard men = board.of(side);
        const Bitboard bishops = men & board.diagonals() & ~board.orthogonals();
        all += beyond(men & board.diagonals() & board.orthogonals(), 1);
        all += beyond(men & board.orthogonals() & ~board.diagonals(), 2);
        all += beyond(bishops & light, 1) + beyond(bishops & ~light, 1);
        all += beyond(men & board.knights(), 2);
    }
    return all + std::popcount(pushed_back(board));
}

/// A bare king against a king and one man, or against queens and rooks, two at most.
bool is_trivial(const Board& board, Color us) {
    const Bitboard others = board.of(us) & ~board.kings();
    if (board.of(!us) & ~board.kings()) return false;
    return std::popcount(others) < 2 || (std::popcount(others) == 2 && !(others & ~board.orthogonals()));
}

}  // namespace

Bitboard pushed_back(const Board& board) {
    return board.pawns() &
           ((board.of(Color::White) & board8::rank_set(0)) | (board.of(Color::Black) & board8::rank_set(7)));
}

points::Men men_of(const Board& board, Color us) {
    return {std::popcount(board.occupied()), unnatural_men(board), is_trivial(board, us)};
}

points::Key key_of(const Board& before, Move move, const Board& after, Color us) {
    points::Key key;
    key.man = move.from;
    key.working = std::popcount(working_men(move, after, us));
    key.men = std::popcount(after.occupied());
    const bool capture = !move.teleport() && board8::contains(before.occupied(), move.to);
    const bool plain_check =
        !move.teleport() && move.swaps == 0 &&
        (board8::attackers(after, after.king(!us), us, after.occupied()) & board8::bit(move.to));
    if (plain_check && board8::contains(after.orthogonals(), move.to))
        key.obviousness = board8::contains(after.diagonals(), move.to) ? 2 : 1;
    if (capture) key.obviousness = 2;
    return key;
}

Bitboard working_men(Move move, const Board& after, Color us) {
    const auto picture = mate_picture::look(mated(after, us));
    Bitboard working = picture.guards | picture.blocks | (after.kings() & after.of(!us)) |
                       board8::bit(move.to) | climbed(move, us);
    if (move.teleport()) working |= board8::bit(move.from);
    return working & after.occupied();
}

}  // namespace octomate::superpermutation::detail
