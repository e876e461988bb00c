#pragma once

#include "board8/board.hpp"
#include "games/superpermutation/rules/move.hpp"

namespace octomate::superpermutation {

inline namespace OCTOMATE_ISA {

/// Returns the board after the piece on `from` has moved to `to`, where it captures any piece, and has
/// climbed on to `end`; each piece that it passes drops back one square.
template <Color Us>
OCTOMATE_HOT board8::Board after_cascade(const board8::Board& before, board8::Square from, board8::Square to,
                                         board8::Square end) {
    using namespace board8;
    const Bitboard passed = file_between<Us>(to, end);
    const Bitboard stays = ~(Board::looked_up(from) | Board::looked_up(to) | passed);
    const Bitboard reached = Board::looked_up(end);
    return before.changed([&](Board::Lanes& sets) {
        Board::Lanes mover;
        Board::find(sets, from, mover);
        const Board::Lanes back = sets & passed;
        sets = (sets & stays) | (Us == Color::White ? back >> 8 : back << 8) | (mover & reached);
    });
}

/// Returns the board after a legal move of `Us` that promotes its own pawn or forces an enemy pawn to
/// promote.
template <class Rules, Color Us>
[[gnu::noinline]] board8::Board after_promotion(const board8::Board& before, Move move) {
    using namespace board8;
    const Square end = move.end(Us);
    Board after = after_cascade<Us>(before, move.from, move.to, end);
    if (contains(before.pawns(), move.from)) {
        after.promote(end, move.promotion());
    } else {  // an enemy pawn was pushed to its last rank
        after.promote(move.to, Rules::chooses_forced_promotion ? move.promotion() : Kind::Queen);
    }
    return after;
}

/// Returns whether a legal move of `Us` pushes an enemy pawn to its last rank. That is our first rank, so the
/// move lands there and its first swap drops the pawn to the landing square.
template <Color Us>
OCTOMATE_HOT bool forces_promotion(const board8::Board& before, Move move) {
    using namespace board8;
    constexpr Bitboard first_rank = rank_set(relative_rank(Us, 0));
    const Bitboard ahead = step_forward<Us>(bit(move.to) & first_rank);
    return (ahead & before.pawns() & before.of(!Us)) && move.swaps > 0;
}

/// Returns the board after a legal move of `Us`, promotions included.
template <class Rules, Color Us>
OCTOMATE_HOT board8::Board after(const board8::Board& before, Move move) {
    using namespace board8;
    if (move.plain()) return before.moved(move.from, move.to);
    if (move.teleport()) return before.swapped(move.from, move.to);
    if (move.promotes() || forces_promotion<Us>(before, move)) [[unlikely]]
        return after_promotion<Rules, Us>(before, move);
    return after_cascade<Us>(before, move.from, move.to, move.end(Us));
}

}  // namespace OCTOMATE_ISA

}  // namespace octomate::superpermutation
