#pragma once

#include "board/board.hpp"

namespace octomate::superpermutation {

/// The cascade (section 2): the man of `us` on `at`, which has just arrived there, changes places with
/// whoever stands in front of it, own or enemy man of any kind, kings included, until
///   * the opponent's king is attacked by anything: the mover, a man discovered or displaced, a king (R2),
///   * the square in front is empty, or
///   * the board ends.
/// The mover's own king is not looked at on the way (R3). Changes the board; returns the number of swaps,
/// 0…7. Promotions belong to the end of the move: on the way a pawn of ours on the last rank has nowhere to
/// go, and what a forced pawn becomes attacks only our own king.
template <Color Us>
int cascade(board::Board& board, board::Square at) {
    const board::Bitboard occupied = board.occupied();  // no swap changes it, only who stands where
    int swaps = 0;
    while (board::step_forward<Us>(board::bit(at)) & occupied && !board.king_attacked(!Us)) {
        board.swap(at, at + board::forward(Us));
        at += board::forward(Us);
        ++swaps;
    }
    return swaps;
}

}  // namespace octomate::superpermutation
