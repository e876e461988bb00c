#pragma once

// The moves that mate at once.
//
// Making every legal move and testing the position after it would be slow, so two filters come first. They
// keep all mating moves and some others; the moves that they keep are made and tested (`add_if_mate`).
//
// 1. Can the move give check? The mover may attack the enemy king from the square where it lands or from one
//    to which its cascade climbs; the cascade may push back a piece of ours so that this piece attacks the
//    king, or push the king itself onto an attacked square; or the mover may discover a check. For each kind
//    of piece, the landing squares of such moves form a set (`find_checks`), computed like the hazards of
//    legal_moves.hpp.
// 2. Can the enemy king step away after the move? Our attacks on the squares next to it are counted once
//    (`find_flights`); a move is dropped if one of these squares was attacked by no piece except perhaps the
//    mover, and the mover does not attack it from its new square. This filter is skipped for pawns, for
//    cascades that push our own pieces or the enemy king, and in the parent game.

#include "board8/board.hpp"
#include "games/superpermutation/rules/legal_moves.hpp"

namespace octomate::superpermutation {

inline namespace OCTOMATE_ISA {

/// Returns whether the king of `Us` can step to a square that is not attacked, perhaps with a capture.
/// Ignores steps that would start a cascade.
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

/// Returns whether `Us`, which is in check and whose king cannot step away, has another legal move. Relies on
/// I8: no teleport in check, and in the d8 game no cascade.
template <class Rules, Color Us>
OCTOMATE_HOT bool can_answer_check(const board8::Board& board) {
    using namespace board8;
    if constexpr (Rules::cascade_in_check) {
        CountSink sink;
        LegalMoves<Rules, Us, CountSink>(board, sink).generate();
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
        const Bitboard singles = step_forward<Us>(pieces & board.pawns()) & ~occupied;
        const Bitboard doubles = step_forward<Us>(singles & rank_set(relative_rank(Us, 2))) & ~occupied;
        if ((singles | doubles) & shield) return true;
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

/// Finds the legal moves of `Us` that mate: see the top of this file.
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
          enemy_king_(board.king(!Us)),
          screens_(board.of(!Us) & ~board8::bit(enemy_king_)) {}

    /// Appends the mating moves to the list given to the constructor.
    OCTOMATE_HOT void find() {
        if (attackers(board_, king_, !Us, occupied_)) return find_in_check();
        find_checks();
        teleports();
        for (Bitboard pieces = ours_ & board_.knights(); pieces;) {
            const Square from = board8::pop_first(pieces);
            try_each(from, board8::knight_attacks(from) & ~occupied_ & may_check(from, knight_checks_),
                     [](Square square, Bitboard) { return board8::knight_attacks(square); });
        }
        slide<true, true>(board_.orthogonals() & board_.diagonals());
        slide<true, false>(board_.orthogonals() & ~board_.diagonals());
        slide<false, true>(board_.diagonals() & ~board_.orthogonals());
        pawn_moves();
        try_each(king_, board8::king_attacks(king_) & ~ours_ & may_check(king_, 0),
                 [](Square square, Bitboard) { return board8::king_attacks(square); });
    }

  private:
    using Bitboard = board8::Bitboard;
    using Square = board8::Square;

    static constexpr int up = board8::forward(Us);
    static constexpr Bitboard third_rank = board8::rank_set(board8::relative_rank(Us, 2));
    static constexpr Bitboard last_rank = board8::rank_set(board8::relative_rank(Us, 7));

    static Bitboard back(Bitboard set) { return board8::step_back<Us>(set); }
    static Bitboard ahead(Bitboard set) { return board8::step_forward<Us>(set); }

    /// Computes the sets of the first filter: for each kind of piece the landing squares from which it may
    /// give check, directly or after a climb; the landing squares whose cascade may give check by pushing a
    /// piece of ours or the enemy king; and our pieces that may discover a check.
    OCTOMATE_HOT void find_checks() {
        const Bitboard orthogonal = board8::rook_attacks(enemy_king_, occupied_);
        const Bitboard diagonal = board8::bishop_attacks(enemy_king_, occupied_);
        const Bitboard knight = board8::knight_attacks(enemy_king_);
        const Bitboard pawn = board8::pawn_attacks(!Us, enemy_king_);

        // For pushed pieces, lines pass through our nearest piece, because that piece may be the mover.
        const board8::Lines past = board8::xray_lines(enemy_king_, occupied_, ours_);
        discoverers_ = board8::lone_shields_by_xray(board_, enemy_king_, Us, past).pieces;
        const Bitboard pushed = ours_ & ((board_.orthogonals() & ahead(past.orthogonal)) |
                                         (board_.diagonals() & ahead(past.diagonal)) |
                                         (board_.knights() & ahead(knight)) | (board_.pawns() & ahead(pawn)));
        pushing_ = back(climbing_to<Us>(pushed | board8::bit(enemy_king_), occupied_));

        const auto climbs = [&](Bitboard set) {
            return set | back(climbing_to<Us>(set & occupied_, occupied_));
        };
        orthogonal_checks_ = climbs(orthogonal);
        diagonal_checks_ = climbs(diagonal);
        knight_checks_ = climbs(knight);
        pawn_checks_ = climbs(pawn);
        orthogonal_lines_ = orthogonal;
        diagonal_lines_ = diagonal;
    }

    /// Returns the landing squares on which a move from `from` may give check. `by_mover`: the squares on
    /// which the mover itself may attack the enemy king.
    OCTOMATE_HOT Bitboard may_check(Square from, Bitboard by_mover) const {
        return board8::contains(discoverers_, from) ? ~Bitboard{0} : by_mover | pushing_;
    }

    /// Computes the squares next to the enemy king that its own pieces do not occupy, and the squares that at
    /// least one, and at least two, of our pieces attack.
    OCTOMATE_HOT void find_flights() {
        flights_ = board8::king_attacks(enemy_king_) & ~board_.of(!Us);
        const auto add_attacks = [&](Bitboard attacks) {
            attacked_twice_ |= attacked_ & attacks;
            attacked_ |= attacks;
        };
        add_attacks(board8::king_attacks(king_));
        for (Bitboard pieces = ours_ & board_.pawns(); pieces;)
            add_attacks(board8::pawn_attacks(Us, board8::pop_first(pieces)));
        for (Bitboard pieces = ours_ & board_.knights(); pieces;)
            add_attacks(board8::knight_attacks(board8::pop_first(pieces)));
        for (Bitboard pieces = ours_ & board_.diagonals(); pieces;)
            add_attacks(board8::bishop_attacks(board8::pop_first(pieces), screens_));
        for (Bitboard pieces = ours_ & board_.orthogonals(); pieces;)
            add_attacks(board8::rook_attacks(board8::pop_first(pieces), screens_));
    }

    /// Returns the squares to which the enemy king could step if our piece that attacks `lost` were removed.
    OCTOMATE_HOT Bitboard flights_without(Bitboard lost) {
        if (!flights_) find_flights();
        return flights_ & ~((attacked_ & ~lost) | attacked_twice_);
    }

    /// Tries the moves of our `sliders`: along ranks and files if `straight`, along diagonals if `slanting`.
    template <bool straight, bool slanting>
    OCTOMATE_HOT void slide(Bitboard sliders) {
        const auto attacks_from = [](Square square, Bitboard occupied) {
            return (straight ? board8::rook_attacks(square, occupied) : 0) |
                   (slanting ? board8::bishop_attacks(square, occupied) : 0);
        };
        const Bitboard checks = (straight ? orthogonal_checks_ : 0) | (slanting ? diagonal_checks_ : 0);
        for (Bitboard pieces = ours_ & sliders; pieces;) {
            const Square from = board8::pop_first(pieces);
            try_each(from, attacks_from(from, occupied_) & ~occupied_ & may_check(from, checks),
                     attacks_from);
        }
    }

    OCTOMATE_HOT void pawn_moves() {
        const Bitboard pieces = ours_ & board_.pawns();
        const Bitboard singles = ahead(pieces) & ~occupied_;
        const Bitboard doubles = ahead(singles & third_rank) & ~occupied_;
        // A promoted piece can give check only from these squares: those of sliders on an empty board or
        // knights.
        const Bitboard promotion_checks =
            last_rank & (board8::rook_attacks(enemy_king_, 0) | board8::bishop_attacks(enemy_king_, 0) |
                         board8::knight_attacks(enemy_king_));
        const Bitboard promoting =
            promotion_checks | back(climbing_to<Us>(occupied_ & promotion_checks, occupied_));
        const Bitboard candidates = pawn_checks_ | pushing_ | promoting;
        try_pushes<1>(singles & (candidates | ahead(discoverers_)));
        try_pushes<2>(doubles & (candidates | ahead(ahead(discoverers_))));
    }

    template <int steps>
    OCTOMATE_HOT void try_pushes(Bitboard targets) {
        while (targets) {
            const Square to = board8::pop_first(targets);
            const Square from = to - steps * up;
            try_movement(from, to, cascades_.end(from, to));
        }
    }

    /// Tries the movements of the piece on `from` to each square of `targets`, unless the second filter drops
    /// them. `attacks_from(square, occupied)` returns the squares that this piece attacks from `square`.
    template <class AttacksFrom>
    OCTOMATE_HOT void try_each(Square from, Bitboard targets, AttacksFrom attacks_from) {
        if (!targets) return;
        Bitboard flights = 0;
        if constexpr (!Rules::cascade_in_check) flights = flights_without(attacks_from(from, screens_));
        const Bitboard others = occupied_ & ~board8::bit(from) & ~board8::bit(enemy_king_);
        while (targets) {
            const Square to = board8::pop_first(targets);
            const Square end = cascades_.end(from, to);
            const Bitboard passed = board8::file_between<Us>(to, end);
            // The filter does not apply if the cascade pushes pieces of ours, which then attack other
            // squares, or the king. Pushed enemy pieces may block a square next to the king.
            if (!(passed & (ours_ | board8::bit(enemy_king_))) &&
                (flights & ~back(passed) & ~attacks_from(end, others)))
                continue;
            try_movement(from, to, end);
        }
    }

    /// Appends the mating moves among the moves from `from` to `to` with a cascade to `end`.
    void try_movement(Square from, Square to, Square end) {
        visit_movement<Rules, Us>(board_, from, to, end,
                                  [&](Move move, const board8::Board& after) { add_if_mate(move, after); });
    }

    /// Tries the teleports that give check. A teleport leaves the same squares occupied (I4), so the only new
    /// attack is that of the partner, which is no pawn (I7), from the king's former square.
    OCTOMATE_HOT void teleports() {
        Bitboard partners = 0;
        if (board8::contains(orthogonal_lines_, king_)) partners |= board_.orthogonals();
        if (board8::contains(diagonal_lines_, king_)) partners |= board_.diagonals();
        if (board8::contains(board8::knight_attacks(enemy_king_), king_)) partners |= board_.knights();
        for (partners &= ours_; partners;) {
            const Square to = board8::pop_first(partners);
            add_if_mate(make_move(king_, to, 0, Effect::Teleport), board_.swapped(king_, to));
        }
    }

    /// Appends `move` if it is legal and mates; `after` is the board after it. Most checks do not mate
    /// because the king can step away, so that is tested first.
    OCTOMATE_HOT void add_if_mate(Move move, const board8::Board& after) {
        if (!can_step_away<Rules, !Us>(after) && king_attacked(after, !Us) && !king_attacked(after, Us) &&
            !can_answer_check<Rules, !Us>(after))
            mates_.push_back(move);
    }

    /// Appends the mating moves of a side in check. It has few legal moves, so each is tested.
    [[gnu::noinline]] void find_in_check() {
        Moves moves;
        ListSink<Us> sink(board_, moves);
        LegalMoves<Rules, Us, ListSink<Us>>(board_, sink).generate();
        for (const Move move : moves) {
            add_if_mate(move, after<Rules, Us>(board_, move));
        }
    }

    const board8::Board& board_;
    Moves& mates_;
    const Cascades<Us> cascades_;
    const Bitboard ours_;
    const Bitboard occupied_;
    const Square king_;
    const Square enemy_king_;
    const Bitboard screens_;  // the enemy pieces but the king: they block our lines even if our pieces move
    Bitboard flights_ = 0;
    Bitboard attacked_ = 0;
    Bitboard attacked_twice_ = 0;
    Bitboard discoverers_ = 0;
    Bitboard pushing_ = 0;  // landing squares whose cascade may give check by pushing a piece
    // Landing squares from which a rook, bishop, knight or pawn may give check, perhaps by a climb.
    Bitboard orthogonal_checks_ = 0, diagonal_checks_ = 0, knight_checks_ = 0, pawn_checks_ = 0;
    // Squares from which a rook or bishop attacks the enemy king now.
    Bitboard orthogonal_lines_ = 0, diagonal_lines_ = 0;
};

}  // namespace OCTOMATE_ISA

}  // namespace octomate::superpermutation
