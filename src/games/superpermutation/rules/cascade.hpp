#pragma once

#include "board8/board.hpp"

namespace octomate::superpermutation {

inline namespace OCTOMATE_ISA {

// The cascade (section 2): a piece of ours that has just arrived changes places with the piece in front of
// it, own or enemy piece of any kind, kings included, until
//   * the opponent's king is attacked by anything: the mover, a piece discovered or displaced, a king (R2),
//   * the square in front is empty, or
//   * the board ends.
// The mover's own king is not looked at on the way (R3). Promotions belong to the end of the move: on the way
// a pawn of ours on the last rank has nowhere to go, and what a forced pawn becomes attacks only our own
// king.

/// The cascade step by step; changes the board, returns the number of swaps, 0…7.
template <Color Us>
int cascade(board8::Board& board, board8::Square at) {
    const board8::Bitboard occupied = board.occupied();  // no swap changes it
    int swaps = 0;
    while (board8::step_forward<Us>(board8::bit(at)) & occupied && !king_attacked(board, !Us)) {
        board = board.swapped(at, at + board8::forward(Us));
        at += board8::forward(Us);
        ++swaps;
    }
    return swaps;
}

/// The occupied squares from `at` (itself occupied) forward to the first gap or the edge, `at` included.
template <Color Us>
OCTOMATE_HOT board8::Bitboard run_ahead(board8::Square at, board8::Bitboard occupied) {
    using namespace board8;
    if constexpr (Us == Color::White) {
        const Bitboard ahead = file_set(file_of(at)) & (~Bitboard{0} << at);
        const Bitboard gaps = ahead & ~occupied;
        return ahead & (gaps ^ (gaps - 1)) & ~gaps;
    } else {
        const Bitboard ahead = file_set(file_of(at)) & (~Bitboard{0} >> (63 - at));
        const Bitboard gaps = ahead & ~occupied;
        return gaps == 0 ? ahead : ahead & (~Bitboard{0} << (63 - std::countl_zero(gaps))) & ~gaps;
    }
}

/// The nearest square of a set that is not empty, all of it ahead on one file.
template <Color Us>
OCTOMATE_HOT board8::Square nearest(board8::Bitboard set) {
    return Us == Color::White ? std::countr_zero(set) : 63 - std::countl_zero(set);
}

/// The farthest one.
template <Color Us>
OCTOMATE_HOT board8::Square farthest(board8::Bitboard set) {
    return Us == Color::White ? 63 - std::countl_zero(set) : std::countr_zero(set);
}

/// Computes where cascades end, without making a swap. Relies on I4: the occupied squares never change during
/// a cascade, so the lines that the opponent's king sees are computed once, and the first square of the climb
/// that gives check is found with a few ANDs.
template <Color Us>
class Cascades {
  public:
    OCTOMATE_HOT explicit Cascades(const board8::Board& board)
        : board_(board), occupied_(board.occupied()), king_(board.king(!Us)), lines_(see(occupied_)) {
        pushed_ = pushed(board.of(Us), lines_);
    }

    /// The square on which a piece ends that goes from one square to another (which are not the same); `to`
    /// if no piece stands in front of it there.
    OCTOMATE_HOT board8::Square end(board8::Square from, board8::Square to) const {
        using namespace board8;
        const Bitboard occupied = (occupied_ & ~bit(from)) | bit(to);
        if (!(step_forward<Us>(bit(to)) & occupied)) return to;
        const Bitboard run = run_ahead<Us>(to, occupied);
        // The king's lines are those of the position before the move unless the mover opens one by leaving
        // it, or closes one by landing below the run on the king's own file.
        const bool same_lines =
            !contains(lines_.orthogonal | lines_.diagonal, from) && file_of(to) != file_of(king_);
        if (!same_lines) [[unlikely]]
            return end_on_new_lines(from, to, occupied, run);
        return stop((checks_of(from, lines_) | (pushed_ & ~bit(to))) & run, run);
    }

  private:
    using Bitboard = board8::Bitboard;
    using Square = board8::Square;

    /// What the opponent's king sees.
    struct Lines {
        Bitboard orthogonal;
        Bitboard diagonal;
    };

    OCTOMATE_HOT Lines see(Bitboard occupied) const {
        return {board8::rook_attacks(king_, occupied), board8::bishop_attacks(king_, occupied)};
    }

    /// The squares from which the piece on `from` gives check.
    OCTOMATE_HOT Bitboard checks_of(Square from, const Lines& lines) const {
        const auto if_is = [&](Bitboard kind, Bitboard set) {
            return set & (Bitboard{0} - ((kind >> from) & 1));
        };
        return if_is(board_.pawns(), board8::pawn_attacks(!Us, king_)) |
               if_is(board_.knights(), board8::knight_attacks(king_)) |
               if_is(board_.diagonals(), lines.diagonal) | if_is(board_.orthogonals(), lines.orthogonal) |
               if_is(board_.kings(), board8::king_attacks(king_));
    }

    /// The pieces, of `pieces`, who give check once they have stepped back: with the swap that takes the
    /// mover to their square.
    OCTOMATE_HOT Bitboard pushed(Bitboard pieces, const Lines& lines) const {
        const auto ahead = [](Bitboard set) { return board8::step_forward<Us>(set); };
        return pieces & ((board_.pawns() & ahead(board8::pawn_attacks(!Us, king_))) |
                         (board_.knights() & ahead(board8::knight_attacks(king_))) |
                         (board_.diagonals() & ahead(lines.diagonal)) |
                         (board_.orthogonals() & ahead(lines.orthogonal)) |
                         (board_.kings() & ahead(board8::king_attacks(king_))));
    }

    static Square stop(Bitboard stops, Bitboard run) {
        return stops ? nearest<Us>(stops) : farthest<Us>(run);
    }

    [[gnu::noinline]] Square end_on_new_lines(Square from, Square to, Bitboard occupied, Bitboard run) const {
        if (board8::contains(run,
                             king_)) {  // the king himself is pushed, and sees other lines then: step by step
            board8::Board after = board_.moved(from, to);
            return to + cascade<Us>(after, to) * board8::forward(Us);
        }
        const Lines lines = see(occupied);
        const Bitboard others = board_.of(Us) & ~board8::bit(from);
        if (others & ((lines.orthogonal & board_.orthogonals()) | (lines.diagonal & board_.diagonals()))) {
            return to;  // a discovered check
        }
        return stop((checks_of(from, lines) | (pushed(others, lines) & ~board8::bit(to))) & run, run);
    }

    const board8::Board& board_;
    const Bitboard occupied_;
    const Square king_;
    const Lines lines_;
    Bitboard pushed_;
};

}  // namespace OCTOMATE_ISA

}  // namespace octomate::superpermutation
