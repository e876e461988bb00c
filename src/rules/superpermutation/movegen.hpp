#pragma once

#include "board/board.hpp"
#include "rules/superpermutation/cascade.hpp"
#include "rules/superpermutation/move.hpp"

namespace octomate::superpermutation {

/// Walks the legal moves of one side, without regard to the die. Every candidate is made on a copy of the
/// board, with its cascade, and dropped if it leaves the own king attacked (R3, R5).
///
/// `Visit` is called as `bool visit(Move, const Board& after)`; the walk ends when it returns true.
template <class Rules, Color Us, class Visit>
class LegalMoves {
  public:
    LegalMoves(const board::Board& board, Visit& visit)
        : board_(board), visit_(visit), in_check_(board.king_attacked(Us)) {}

    /// Returns whether a visit ended the walk.
    bool walk() { return kings_moves() || pawns() || pieces() || (!in_check_ && teleports()); }

  private:
    using Bitboard = board::Bitboard;
    using Square = board::Square;

    static constexpr int up = board::forward(Us);
    static constexpr Bitboard own_first_rank = board::rank_set(board::relative_rank(Us, 0));
    static constexpr Bitboard own_second_rank = board::rank_set(board::relative_rank(Us, 1));
    static constexpr Bitboard last_rank = board::rank_set(board::relative_rank(Us, 7));
    static constexpr Effect choices[] = {Effect::ToQueen, Effect::ToRook, Effect::ToBishop, Effect::ToKnight};

    /// The king alone captures. Men of his own are reached by teleport only, and kings are never captured.
    bool kings_moves() {
        const Square from = board_.king(Us);
        return to_each(from, board::king_attacks(from) & ~board_.of(Us) & ~board_.kings());
    }

    /// Pawns go straight ahead: one step, or two from their second rank, however they came there. They never
    /// capture.
    bool pawns() {
        const Bitboard empty = ~board_.occupied();
        for (Bitboard men = board_.pawns() & board_.of(Us); men;) {
            const Square from = board::pop_first(men);
            const Bitboard single = board::step_forward<Us>(board::bit(from)) & empty;
            if (!single) continue;
            const Bitboard twice =
                board::contains(own_second_rank, from) ? board::step_forward<Us>(single) & empty : 0;
            if (to_each(from, single | twice)) return true;
        }
        return false;
    }

    bool pieces() {
        const Bitboard ours = board_.of(Us);
        const Bitboard occupied = board_.occupied();
        for (Bitboard men = ours & board_.knights(); men;) {
            const Square from = board::pop_first(men);
            if (to_each(from, board::knight_attacks(from) & ~occupied)) return true;
        }
        for (Bitboard men = ours & (board_.diagonals() | board_.orthogonals()); men;) {
            const Square from = board::pop_first(men);
            Bitboard targets = 0;
            if (board::contains(board_.diagonals(), from)) targets |= board::bishop_attacks(from, occupied);
            if (board::contains(board_.orthogonals(), from)) targets |= board::rook_attacks(from, occupied);
            if (to_each(from, targets & ~occupied)) return true;
        }
        return false;
    }

    /// Section 3: the king and an own piece exchange places; no cascade follows. R5: never into check.
    bool teleports() {
        const Square from = board_.king(Us);
        for (Bitboard partners = board_.of(Us) & ~board_.pawns() & ~board_.kings(); partners;) {
            const Square to = board::pop_first(partners);
            board::Board after = board_;
            after.swap(from, to);
            if (judge(make(from, to, 0, Effect::Teleport), after)) return true;
        }
        return false;
    }

    bool to_each(Square from, Bitboard targets) {
        while (targets) {
            if (land(from, board::pop_first(targets))) return true;
        }
        return false;
    }

    /// A man arrives: the cascade, then what promotions the end of the move brings.
    bool land(Square from, Square to) {
        const bool pawn = board::contains(board_.pawns(), from);
        board::Board after = board_;
        after.move(from, to);
        const int swaps = Rules::cascade_in_check || !in_check_ ? cascade<Us>(after, to) : 0;
        const Square end = to + swaps * up;
        if (pawn && board::contains(last_rank, end)) return promote(from, to, swaps, end, after);
        if (board::contains(after.pawns() & after.of(!Us) & own_first_rank, to))
            return force(from, to, swaps, after);
        return judge(make(from, to, swaps, Effect::None), after);
    }

    /// Our pawn's move ends on the last rank.
    bool promote(Square from, Square to, int swaps, Square end, const board::Board& after) {
        for (const Effect choice : choices) {
            const Move move = make(from, to, swaps, choice);
            board::Board promoted = after;
            promoted.promote(end, move.promotion());
            if (judge(move, promoted)) return true;
        }
        return false;
    }

    /// The opponent's pawn was pushed to its last rank, `square`: a queen at once (d8), or what we choose,
    /// each choice a move of its own (R4).
    bool force(Square from, Square square, int swaps, const board::Board& after) {
        if constexpr (Rules::chooses_forced_promotion) {
            return promote(from, square, swaps, square, after);
        } else {
            board::Board promoted = after;
            promoted.promote(square, board::Kind::Queen);
            return judge(make(from, square, swaps, Effect::None), promoted);
        }
    }

    /// R3: the own king is looked at in the final position only.
    bool judge(Move move, const board::Board& after) {
        return !after.king_attacked(Us) && visit_(move, after);
    }

    static Move make(Square from, Square to, int swaps, Effect effect) {
        return {static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(to),
                static_cast<std::uint8_t>(swaps), effect};
    }

    const board::Board& board_;
    Visit& visit_;
    bool in_check_;
};

/// Calls `bool visit(Move, const Board& after)` for each legal move of `us` until it returns true; returns
/// whether it did.
template <class Rules, class Visit>
bool visit_legal_moves(const board::Board& board, Color us, Visit visit) {
    if (us == Color::White) return LegalMoves<Rules, Color::White, Visit>(board, visit).walk();
    return LegalMoves<Rules, Color::Black, Visit>(board, visit).walk();
}

/// The board after a legal move of `us`.
template <class Rules>
board::Board play(board::Board board, Color us, Move move) {
    using namespace board;
    if (move.teleport()) {
        board.swap(move.from, move.to);
        return board;
    }
    const bool pawn = contains(board.pawns(), move.from);
    board.move(move.from, move.to);
    for (int at = move.to, n = move.swaps; n > 0; --n, at += forward(us)) board.swap(at, at + forward(us));
    if (pawn) {
        if (move.promotes()) board.promote(move.end(us), move.promotion());
    } else if (rank_of(move.to) == relative_rank(us, 0) && contains(board.pawns() & board.of(!us), move.to)) {
        board.promote(move.to, Rules::chooses_forced_promotion ? move.promotion() : Kind::Queen);
    }
    return board;
}

}  // namespace octomate::superpermutation
