#include "games/superpermutation/scores.hpp"

#include <algorithm>

#include "board8/checks.hpp"

namespace octomate::superpermutation::detail {

namespace {

using board8::Bitboard;
using board8::Board;
using board8::Square;

constexpr Bitboard light = 0x55aa55aa55aa55aa;

/// Men that no array has: more of a kind than a set holds, bishops on one colour of square, pawns pushed back
/// to their own first rank.
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

/// A sum of points as a score: two straight lines, steep up to `knee` points, which give `at_knee`, and flat
/// from there to `top` points, which give 100; so that play at random fills the range, and good compositions
/// still differ.
constexpr int score(int sum, int knee, int at_knee, int top) {
    if (sum <= knee) return std::max(0, sum * at_knee / knee);
    return std::min(100, at_knee + (sum - knee) * (100 - at_knee) / (top - knee));
}

}  // namespace

int difficulty(const Search& search, ThemeSet themes) {
    const int sum = std::min(30, 3 * (search.moves - search.winning)) + std::min(16, 4 * search.tries) +
                    std::min(10, 5 * search.near_misses) +
                    theme_catalogue.total(themes, &ThemeDefinition::difficulty);
    return score(sum, 60, 75, 110);
}

int quality(const Board& board, int working, const Search& search, ThemeSet themes) {
    const int sum = 15 + 30 * working / std::popcount(board.occupied()) +
                    std::min(10, 2 * search.tries + 2 * search.near_misses) +
                    theme_catalogue.total(themes, &ThemeDefinition::quality) -
                    std::min(30, 15 * search.duals) - std::min(20, 5 * unnatural_men(board));
    return score(sum, 40, 60, 110);
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
