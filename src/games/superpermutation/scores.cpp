#include "games/superpermutation/scores.hpp"

#include <algorithm>

#include "board8/checks.hpp"

namespace octomate::superpermutation::detail {

namespace {

using board8::Bitboard;
using board8::Board;
using board8::Square;

constexpr Bitboard light = 0x55aa55aa55aa55aa;

}  // namespace

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
        all += beyond(men & board.pawns() & board8::rank_set(board8::relative_rank(side, 0)), 0);
    }
    return all;
}

Bitboard working_men(Move move, const Board& after, Color us) {
    const Square king = after.king(!us);
    const Square end = move.end(us);
    const Bitboard without_king = after.occupied() & ~board8::bit(king);
    const Bitboard cascade = us == Color::White ? board8::file_between<Color::White>(move.to, end)
                                                : board8::file_between<Color::Black>(move.to, end);
    Bitboard working = board8::attackers(after, king, us, after.occupied()) | board8::bit(king) |
                       (board8::king_attacks(king) & after.of(!us)) | board8::bit(move.to) | cascade;
    for (Bitboard field = board8::king_attacks(king); field;) {
        working |= board8::attackers(after, board8::pop_first(field), us, without_king);
    }
    if (move.teleport()) working |= board8::bit(move.from);
    return working & after.occupied();
}

}  // namespace octomate::superpermutation::detail
