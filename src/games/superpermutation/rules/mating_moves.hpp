#pragma once

#include "board8/board.hpp"
#include "games/superpermutation/rules/apply.hpp"
#include "games/superpermutation/rules/legal_moves.hpp"
#include "games/superpermutation/rules/sinks.hpp"

namespace octomate::superpermutation {

inline namespace OCTOMATE_ISA {

/// Whether the king can go to a square where nothing attacks it. (Where it would climb on, nobody asks.)
template <class Rules, Color Us>
OCTOMATE_HOT bool can_step_away(const board8::Board& board) {
    using namespace board8;
    const Square king = board.king(Us);
    const Bitboard others = board.occupied() & ~bit(king);
    Bitboard flights = king_attacks(king) & ~board.of(Us);
    if constexpr (Rules::cascade_in_check) flights &= ~step_back<Us>(others);
    while (flights) {
        if (!attackers(board, pop_first(flights), !Us, others)) return true;
    }
    return false;
}

/// Checks whether a side in check whose king cannot step away has a legal move; stops at the first. Relies on
/// I8: no teleport in check, and in d8 no cascade.
template <class Rules, Color Us>
OCTOMATE_HOT bool can_answer_check(const board8::Board& board) {
    using namespace board8;
    if constexpr (Rules::cascade_in_check) {
        CountSink sink;
        LegalMoves<Rules, Us, CountSink>(board, sink).walk();
        return sink.count() > 0;
    } else {
        const Bitboard ours = board.of(Us);
        const Bitboard occupied = board.occupied();
        const Square king = board.king(Us);
        const Bitboard checkers = attackers(board, king, !Us, occupied);
        if (checkers & (checkers - 1)) return false;
        const Bitboard shield = between(king, first(checkers));
        if (!shield) return false;

        const Bitboard pieces = ours & ~lone_shields(board, king, !Us, ours).pieces;
        const Bitboard one = step_forward<Us>(pieces & board.pawns()) & ~occupied;
        const Bitboard two = step_forward<Us>(one & rank_set(relative_rank(Us, 2))) & ~occupied;
        if ((one | two) & shield) return true;
        for (Bitboard squares = shield; squares;) {
            const Square square = pop_first(squares);
            if (pieces & ((knight_attacks(square) & board.knights()) |
                          (rook_attacks(square, occupied) & board.orthogonals()) |
                          (bishop_attacks(square, occupied) & board.diagonals()))) {
                return true;
            }
        }
        return false;
    }
}

/// Finds the moves that mate. Only movements that may give check are made: directly, discovered, by
/// promotion, by a teleport, and by a cascade, in which the mover may climb to a square of check, push an own
/// piece back to one, or push the enemy king. Of those only such as leave that king no square to go to. Both
/// filters let too much through rather than too little; what they let through is made and judged.
template <class Rules, Color Us>
class MatingMoves {
  public:
    OCTOMATE_HOT MatingMoves(const board8::Board& board, Moves& mates)
        : board_(board),
          mates_(mates),
          cascades_(board),
          ours_(board.of(Us)),
          occupied_(board.occupied()),
          king_(board.king(Us)),
          target_(board.king(!Us)),
          screens_(board.of(!Us) & ~board8::bit(target_)) {}

    OCTOMATE_HOT void find() {
        if (attackers(board_, king_, !Us, occupied_)) return find_in_check();
        find_lines();
        teleports();
        for (Bitboard pieces = ours_ & board_.knights(); pieces;) {
            const Square from = board8::pop_first(pieces);
            try_each(from, board8::knight_attacks(from) & ~occupied_ & may_check(from, knight_),
                     [](Square at, Bitboard) { return board8::knight_attacks(at); });
        }
        slide<true, true>(board_.orthogonals() & board_.diagonals());
        slide<true, false>(board_.orthogonals() & ~board_.diagonals());
        slide<false, true>(board_.diagonals() & ~board_.orthogonals());
        pawns();
        try_each(king_, board8::king_attacks(king_) & ~ours_ & may_check(king_, 0),
                 [](Square at, Bitboard) { return board8::king_attacks(at); });
    }

  private:
    using Bitboard = board8::Bitboard;
    using Square = board8::Square;

    static constexpr int up = board8::forward(Us);
    static constexpr Bitboard third_rank = board8::rank_set(board8::relative_rank(Us, 2));
    static constexpr Bitboard last_rank = board8::rank_set(board8::relative_rank(Us, 7));

    static Bitboard back(Bitboard set) { return board8::step_back<Us>(set); }
    static Bitboard ahead(Bitboard set) { return board8::step_forward<Us>(set); }

    /// The squares on which each kind checks, those from which a climb leads there, and our pieces who
    /// discover.
    OCTOMATE_HOT void find_lines() {
        const Bitboard orthogonal = board8::rook_attacks(target_, occupied_);
        const Bitboard diagonal = board8::bishop_attacks(target_, occupied_);
        const Bitboard knight = board8::knight_attacks(target_);
        const Bitboard pawn = board8::pawn_attacks(!Us, target_);

        // Lines for a piece pushed back are taken as if the own pieces next to the king were not there: one
        // of them moves.
        const board8::Lines past = board8::lines_past(target_, occupied_, ours_);
        discoverers_ = board8::shields_on(board_, target_, Us, past).pieces;
        const Bitboard pushed = ours_ & ((board_.orthogonals() & ahead(past.orthogonal)) |
                                         (board_.diagonals() & ahead(past.diagonal)) |
                                         (board_.knights() & ahead(knight)) | (board_.pawns() & ahead(pawn)));
        pushing_ = back(climbing_to<Us>(pushed | board8::bit(target_), occupied_));

        const auto climbs = [&](Bitboard set) {
            return set | back(climbing_to<Us>(set & occupied_, occupied_));
        };
        orthogonal_ = climbs(orthogonal);
        diagonal_ = climbs(diagonal);
        knight_ = climbs(knight);
        pawn_ = climbs(pawn);
        direct_orthogonal_ = orthogonal;
        direct_diagonal_ = diagonal;
    }

    OCTOMATE_HOT Bitboard may_check(Square from, Bitboard by_mover) const {
        return board8::contains(discoverers_, from) ? ~Bitboard{0} : by_mover | pushing_;
    }

    /// The squares to which the enemy king could go, and which of them one, and two, of our pieces see.
    OCTOMATE_HOT void find_flights() {
        flights_ = board8::king_attacks(target_) & ~board_.of(!Us);
        const auto see = [&](Bitboard sight) {
            seen_twice_ |= seen_ & sight;
            seen_ |= sight;
        };
        see(board8::king_attacks(king_));
        for (Bitboard pieces = ours_ & board_.pawns(); pieces;)
            see(board8::pawn_attacks(Us, board8::pop_first(pieces)));
        for (Bitboard pieces = ours_ & board_.knights(); pieces;)
            see(board8::knight_attacks(board8::pop_first(pieces)));
        for (Bitboard pieces = ours_ & board_.diagonals(); pieces;)
            see(board8::bishop_attacks(board8::pop_first(pieces), screens_));
        for (Bitboard pieces = ours_ & board_.orthogonals(); pieces;)
            see(board8::rook_attacks(board8::pop_first(pieces), screens_));
    }

    /// The flights that our pieces do not see without one, or two, who see `lost`.
    OCTOMATE_HOT Bitboard flights_without(Bitboard lost) {
        if (!flights_) find_flights();
        return flights_ & ~((seen_ & ~lost) | seen_twice_);
    }

    template <bool straight, bool slanting>
    OCTOMATE_HOT void slide(Bitboard sliders) {
        const auto sight = [](Square at, Bitboard occupied) {
            return (straight ? board8::rook_attacks(at, occupied) : 0) |
                   (slanting ? board8::bishop_attacks(at, occupied) : 0);
        };
        const Bitboard checks = (straight ? orthogonal_ : 0) | (slanting ? diagonal_ : 0);
        for (Bitboard pieces = ours_ & sliders; pieces;) {
            const Square from = board8::pop_first(pieces);
            try_each(from, sight(from, occupied_) & ~occupied_ & may_check(from, checks), sight);
        }
    }

    OCTOMATE_HOT void pawns() {
        const Bitboard pieces = ours_ & board_.pawns();
        const Bitboard one = ahead(pieces) & ~occupied_;
        const Bitboard two = ahead(one & third_rank) & ~occupied_;
        // A new piece on the last rank sees the king along a line of the empty board, or as a knight.
        const Bitboard seen =
            last_rank & (board8::rook_attacks(target_, 0) | board8::bishop_attacks(target_, 0) |
                         board8::knight_attacks(target_));
        const Bitboard promoting = seen | back(climbing_to<Us>(occupied_ & seen, occupied_));
        const Bitboard candidates = pawn_ | pushing_ | promoting;
        try_pushes<1>(one & (candidates | ahead(discoverers_)));
        try_pushes<2>(two & (candidates | ahead(ahead(discoverers_))));
    }

    template <int steps>
    OCTOMATE_HOT void try_pushes(Bitboard targets) {
        while (targets) {
            const Square to = board8::pop_first(targets);
            const Square from = to - steps * up;
            try_movement(from, to, cascades_.end(from, to));
        }
    }

    /// Tries the movements of a piece who sees `sight(square, occupied)` from a square.
    template <class Sight>
    OCTOMATE_HOT void try_each(Square from, Bitboard targets, Sight sight) {
        if (!targets) return;
        Bitboard flights = 0;
        if constexpr (!Rules::cascade_in_check) flights = flights_without(sight(from, screens_));
        const Bitboard others = occupied_ & ~board8::bit(from) & ~board8::bit(target_);
        while (targets) {
            const Square to = board8::pop_first(targets);
            const Square end = cascades_.end(from, to);
            const Bitboard passed = board8::file_between<Us>(to, end);
            // Pieces of ours who drop back see other squares then; those of theirs stand in the king's way.
            if (!(passed & (ours_ | board8::bit(target_))) && (flights & ~back(passed) & ~sight(end, others)))
                continue;
            try_movement(from, to, end);
        }
    }

    void try_movement(Square from, Square to, Square end) {
        visit_movement<Rules, Us>(board_, from, to, end,
                                  [&](Move move, const board8::Board& after) { judge(move, after); });
    }

    /// Relies on I4: a teleport leaves the same squares occupied, so the only new attack is the partner's,
    /// from the king's square; and on I7: the partner is not a pawn.
    OCTOMATE_HOT void teleports() {
        Bitboard partners = 0;
        if (board8::contains(direct_orthogonal_, king_)) partners |= board_.orthogonals();
        if (board8::contains(direct_diagonal_, king_)) partners |= board_.diagonals();
        if (board8::contains(board8::knight_attacks(target_), king_)) partners |= board_.knights();
        for (partners &= ours_; partners;) {
            const Square to = board8::pop_first(partners);
            judge(make_move(king_, to, 0, Effect::Teleport), board_.swapped(king_, to));
        }
    }

    /// Most checks do not mate because the king can step away, so that is asked first.
    OCTOMATE_HOT void judge(Move move, const board8::Board& after) {
        if (!can_step_away<Rules, !Us>(after) && king_attacked(after, !Us) && !king_attacked(after, Us) &&
            !can_answer_check<Rules, !Us>(after))
            mates_.push_back(move);
    }

    /// In check the few legal moves are all tried.
    [[gnu::noinline]] void find_in_check() {
        Moves moves;
        ListSink<Us> sink(board_, moves);
        LegalMoves<Rules, Us, ListSink<Us>>(board_, sink).walk();
        for (const Move move : moves) {
            judge(move, after<Rules, Us>(board_, move));
        }
    }

    const board8::Board& board_;
    Moves& mates_;
    const Cascades<Us> cascades_;
    const Bitboard ours_;
    const Bitboard occupied_;
    const Square king_;
    const Square target_;
    const Bitboard screens_;  // what bars the lines of our pieces if ours, and that king, do not
    Bitboard flights_ = 0;
    Bitboard seen_ = 0;
    Bitboard seen_twice_ = 0;
    Bitboard discoverers_ = 0;
    Bitboard pushing_ = 0;
    Bitboard orthogonal_ = 0;
    Bitboard diagonal_ = 0;
    Bitboard knight_ = 0;
    Bitboard pawn_ = 0;
    Bitboard direct_orthogonal_ = 0;
    Bitboard direct_diagonal_ = 0;
};

}  // namespace OCTOMATE_ISA

}  // namespace octomate::superpermutation
