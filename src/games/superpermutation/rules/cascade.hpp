#pragma once

#include "board8/board.hpp"
#include "games/superpermutation/rules/move.hpp"

namespace octomate::superpermutation {

inline namespace OCTOMATE_ISA {

// Where a cascade ends.
//
// The rule (section 2): the piece that has just moved (the mover) swaps places with the piece in front of it,
// of either side and any kind, kings included, again and again, until
//   * any piece attacks the opponent's king: the mover, a piece discovered or displaced, a king (R2),
//   * the square in front is empty, or
//   * the board ends.
// In each swap the mover climbs one square, and the other piece is pushed one square back. Example: a white
// rook that lands on d4, with pieces on d5 and d6 only, climbs to d6 and leaves them on d4 and d5, unless it
// gives check on d4 or d5. Attacks on the mover's own king do not stop it (R3). Promotions cannot change
// where a cascade ends: a pawn on its last rank cannot climb on, and the piece that a pushed enemy pawn
// becomes attacks only the mover's king.
//
// `cascade` plays the swaps one by one. `Cascades` computes the same end with a few operations on sets of
// squares (bitboards). A swap leaves the same squares occupied (I4), so during a cascade no line to the
// opponent's king opens or closes, and the squares from which a piece attacks that king can be computed once
// for each position. Only two pieces move in a swap, so a swap that brings the mover to square s gives check
// in two cases: the mover attacks the king from s, or the piece pushed off s (one of ours) attacks it from
// the square behind s. Each case is a set of squares s. The cascade ends on the nearest square of either set
// within the run of occupied squares ahead, or at the far end of the run if it contains none. Two rare kinds
// of moves take a slower path: those that open or close a line to the king, and those that push the king.

/// Plays the cascade of the piece of `Us` that landed on `square`, swap by swap. Returns the number of swaps.
template <Color Us>
int cascade(board8::Board& board, board8::Square square) {
    const board8::Bitboard occupied = board.occupied();  // swaps do not change this set
    int swaps = 0;
    while (board8::step_forward<Us>(board8::bit(square)) & occupied && !king_attacked(board, !Us)) {
        board = board.swapped(square, square + board8::forward(Us));
        square += board8::forward(Us);
        ++swaps;
    }
    return swaps;
}

/// Returns the occupied squares from `square`, which must be one of them, forward to the first gap or the
/// edge.
template <Color Us>
OCTOMATE_HOT board8::Bitboard run_ahead(board8::Square square, board8::Bitboard occupied) {
    using namespace board8;
    if constexpr (Us == Color::White) {
        const Bitboard ahead = file_set(file_of(square)) & (~Bitboard{0} << square);
        const Bitboard gaps = ahead & ~occupied;
        return ahead & (gaps ^ (gaps - 1)) & ~gaps;
    } else {
        const Bitboard ahead = file_set(file_of(square)) & (~Bitboard{0} >> (63 - square));
        const Bitboard gaps = ahead & ~occupied;
        return gaps == 0 ? ahead : ahead & (~Bitboard{0} << (63 - std::countl_zero(gaps))) & ~gaps;
    }
}

/// Returns the square of `set`, nonempty and on one file, that a piece of `Us` reaches first when it climbs.
template <Color Us>
OCTOMATE_HOT board8::Square nearest(board8::Bitboard set) {
    return Us == Color::White ? std::countr_zero(set) : 63 - std::countl_zero(set);
}

/// Returns the square of `set` that a piece of `Us` reaches last; requirements as for `nearest`.
template <Color Us>
OCTOMATE_HOT board8::Square farthest(board8::Bitboard set) {
    return Us == Color::White ? 63 - std::countl_zero(set) : std::countr_zero(set);
}

/// Computes where the cascades of a side's moves end, without making the swaps: see the top of this file.
/// Keeps a reference to the board. Relies on I4.
template <Color Us>
class Cascades {
  public:
    OCTOMATE_HOT explicit Cascades(const board8::Board& board)
        : board_(board),
          occupied_(board.occupied()),
          king_(board.king(!Us)),
          lines_(lines_to_king(occupied_)) {
        pushed_ = checks_when_pushed(board.of(Us), lines_);
    }

    /// Returns the square where the piece on `from` ends its cascade after landing on `to`; `to` itself if
    /// the square in front is empty. `from` and `to` must differ.
    OCTOMATE_HOT board8::Square end(board8::Square from, board8::Square to) const {
        using namespace board8;
        const Bitboard occupied = (occupied_ & ~bit(from)) | bit(to);
        if (!(step_forward<Us>(bit(to)) & occupied)) return to;
        const Bitboard run = run_ahead<Us>(to, occupied);
        // The lines to the king are those of the position before the move unless the mover opens one by
        // leaving `from`, or closes the line along the king's own file by landing there.
        const bool same_lines =
            !contains(lines_.orthogonal | lines_.diagonal, from) && file_of(to) != file_of(king_);
        if (!same_lines) [[unlikely]]
            return end_on_new_lines(from, to, occupied, run);
        return stop((checks_of(from, lines_) | (pushed_ & ~bit(to))) & run, run);
    }

  private:
    using Bitboard = board8::Bitboard;
    using Square = board8::Square;

    /// The squares from which rooks and bishops attack the opponent's king.
    struct Lines {
        Bitboard orthogonal;
        Bitboard diagonal;
    };

    /// Returns the lines to the opponent's king if `occupied` were the occupied squares.
    OCTOMATE_HOT Lines lines_to_king(Bitboard occupied) const {
        return {board8::rook_attacks(king_, occupied), board8::bishop_attacks(king_, occupied)};
    }

    /// Returns the squares from which the piece on `from` would give check.
    OCTOMATE_HOT Bitboard checks_of(Square from, const Lines& lines) const {
        // Returns `squares` if the piece on `from` is in the set `kind`, otherwise the empty set.
        const auto if_is = [&](Bitboard kind, Bitboard squares) {
            return squares & (Bitboard{0} - ((kind >> from) & 1));
        };
        return if_is(board_.pawns(), board8::pawn_attacks(!Us, king_)) |
               if_is(board_.knights(), board8::knight_attacks(king_)) |
               if_is(board_.diagonals(), lines.diagonal) | if_is(board_.orthogonals(), lines.orthogonal) |
               if_is(board_.kings(), board8::king_attacks(king_));
    }

    /// Returns the squares of our `pieces` that give check when a mover climbs to their square and thereby
    /// pushes them one square back.
    OCTOMATE_HOT Bitboard checks_when_pushed(Bitboard pieces, const Lines& lines) const {
        const auto ahead = [](Bitboard set) { return board8::step_forward<Us>(set); };
        return pieces & ((board_.pawns() & ahead(board8::pawn_attacks(!Us, king_))) |
                         (board_.knights() & ahead(board8::knight_attacks(king_))) |
                         (board_.diagonals() & ahead(lines.diagonal)) |
                         (board_.orthogonals() & ahead(lines.orthogonal)) |
                         (board_.kings() & ahead(board8::king_attacks(king_))));
    }

    /// Returns the square where a cascade ends: the nearest of `checks` or else the end of `run`.
    static Square stop(Bitboard checks, Bitboard run) {
        return checks ? nearest<Us>(checks) : farthest<Us>(run);
    }

    /// Implements `end` for movements that may open or close a line to the opponent's king, or push the king.
    [[gnu::noinline]] Square end_on_new_lines(Square from, Square to, Bitboard occupied, Bitboard run) const {
        if (board8::contains(run, king_)) {  // the king may be pushed to a square with other lines
            board8::Board after = board_.moved(from, to);
            return to + cascade<Us>(after, to) * board8::forward(Us);
        }
        const Lines lines = lines_to_king(occupied);
        const Bitboard others = board_.of(Us) & ~board8::bit(from);
        if (others & ((lines.orthogonal & board_.orthogonals()) | (lines.diagonal & board_.diagonals()))) {
            return to;  // a discovered check stops the cascade before its first swap
        }
        return stop((checks_of(from, lines) | (checks_when_pushed(others, lines) & ~board8::bit(to))) & run,
                    run);
    }

    const board8::Board& board_;
    const Bitboard occupied_;
    const Square king_;
    const Lines lines_;
    Bitboard pushed_;  // our pieces that give check when they are pushed back
};

/// Returns the board after the piece on `from` has moved to `to`, where it captures any piece, and has
/// climbed to `end`; each piece that it passes is pushed back one square.
template <Color Us>
OCTOMATE_HOT board8::Board after_cascade(const board8::Board& before, board8::Square from, board8::Square to,
                                         board8::Square end) {
    using namespace board8;
    const Bitboard passed = file_between<Us>(to, end);
    const Bitboard stays = ~(Board::tabled_bit(from) | Board::tabled_bit(to) | passed);
    const Bitboard reached = Board::tabled_bit(end);
    return before.changed([&](Board::Lanes& sets) {
        Board::Lanes mover;
        Board::mark_containing(sets, from, mover);
        const Board::Lanes back = sets & passed;
        sets = (sets & stays) | (Us == Color::White ? back >> 8 : back << 8) | (mover & reached);
    });
}

/// Returns the board after a legal move of `Us` that promotes a pawn of either side.
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
/// move lands there and its first swap pushes the pawn to the landing square.
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
