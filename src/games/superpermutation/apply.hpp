#pragma once

#include "board8/board.hpp"
#include "games/superpermutation/move.hpp"

namespace octomate::superpermutation {

inline namespace OCTOMATE_ISA {

/// The board after a legal move of `Us` that ends in a promotion.
template <class Rules, Color Us>
[[gnu::noinline]] board8::Board after_promotion(const board8::Board& before, Move move) {
    using namespace board8;
    const Square end = move.end(Us);
    Board after = before.carried<Us>(move.from, move.to, file_between<Us>(move.to, end), end);
    if (contains(before.pawns(), move.from)) {
        after.promote(end, move.promotion());
    } else {  // the opponent's pawn was pushed to its last rank
        after.promote(move.to, Rules::chooses_forced_promotion ? move.promotion() : Kind::Queen);
    }
    return after;
}

/// Whether a legal move of `Us` pushes a pawn of the opponent to its last rank: the landing square, on our
/// first rank.
template <Color Us>
OCTOMATE_HOT bool forces_promotion(const board8::Board& before, Move move) {
    using namespace board8;
    constexpr Bitboard first_rank = rank_set(relative_rank(Us, 0));
    const Bitboard ahead = step_forward<Us>(bit(move.to) & first_rank);
    return (ahead & before.pawns() & before.of(!Us)) && move.swaps > 0;
}

/// The board after a legal move of `Us`.
template <class Rules, Color Us>
OCTOMATE_HOT board8::Board after(const board8::Board& before, Move move) {
    using namespace board8;
    if (move.plain()) return before.moved(move.from, move.to);
    if (move.teleport()) return before.swapped(move.from, move.to);
    if (move.promotes() || forces_promotion<Us>(before, move)) [[unlikely]]
        return after_promotion<Rules, Us>(before, move);
    const Square end = move.end(Us);
    return before.carried<Us>(move.from, move.to, file_between<Us>(move.to, end), end);
}

}  // namespace OCTOMATE_ISA

}  // namespace octomate::superpermutation
