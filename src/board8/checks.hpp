#pragma once

#include "board8/attacks.hpp"
#include "board8/board.hpp"

namespace octomate::board8 {

inline namespace OCTOMATE_ISA {

/// The men of a side that attack the square, along the lines that `occupied` leaves open.
OCTOMATE_HOT Bitboard attackers(const Board& board, Square square, Color by, Bitboard occupied) {
    return board.of(by) &
           ((rook_attacks(square, occupied) & board.orthogonals()) |
            (bishop_attacks(square, occupied) & board.diagonals()) |
            (knight_attacks(square) & board.knights()) | (pawn_attacks(!by, square) & board.pawns()) |
            (king_attacks(square) & board.kings()));
}

/// Whether a man of the side attacks the square.
OCTOMATE_HOT bool attacked(const Board& board, Square square, Color by) {
    return attackers(board, square, by, board.occupied()) != 0;
}

/// Whether the king of the side is attacked.
OCTOMATE_HOT bool king_attacked(const Board& board, Color side) {
    return attacked(board, board.king(side), !side);
}

/// Men who alone stand between a square and a slider, and those sliders.
struct Shields {
    Bitboard men = 0;
    Bitboard snipers = 0;
};

/// The men of `whose` who each stand alone between the square and a slider of `by` that looks towards it:
/// pinned men, or men who discover a check.
OCTOMATE_HOT Shields lone_shields(const Board& board, Square square, Color by, Bitboard whose) {
    Shields shields;
    const Bitboard snipers = board.of(by) & ((rook_attacks(square, 0) & board.orthogonals()) |
                                             (bishop_attacks(square, 0) & board.diagonals()));
    for (Bitboard rest = snipers; rest;) {
        const Square sniper = pop_first(rest);
        const Bitboard men = between(square, sniper) & board.occupied();
        if ((men & (men - 1)) == 0 && (men & whose)) {
            shields.men |= men;
            shields.snipers |= bit(sniper);
        }
    }
    return shields;
}

/// What a square sees along lines.
struct Lines {
    Bitboard orthogonal;
    Bitboard diagonal;
};

/// What a square sees past the nearest men of a set, each line apart.
OCTOMATE_HOT Lines lines_past(Square square, Bitboard occupied, Bitboard men) {
    return {rook_attacks(square, occupied & ~(rook_attacks(square, occupied) & men)),
            bishop_attacks(square, occupied & ~(bishop_attacks(square, occupied) & men))};
}

/// The same as `lone_shields` where no slider of `by` attacks the square. `past`: what the square sees past
/// the nearest of the men in question.
OCTOMATE_HOT Shields shields_on(const Board& board, Square square, Color by, const Lines& past) {
    Shields shields;
    shields.snipers =
        board.of(by) & ((past.orthogonal & board.orthogonals()) | (past.diagonal & board.diagonals()));
    for (Bitboard rest = shields.snipers; rest;)
        shields.men |= between(square, pop_first(rest)) & board.occupied();
    return shields;
}

/// What the pawns of a side attack, all at once.
template <Color Us>
OCTOMATE_HOT Bitboard all_pawn_attacks(Bitboard pawns) {
    const Bitboard ahead = step_forward<Us>(pawns);
    return ((ahead & ~file_a) >> 1) | ((ahead & ~file_h) << 1);
}

/// Every square that a side attacks, its own men's included, along the lines that `occupied` leaves open.
template <Color Us>
OCTOMATE_HOT Bitboard all_attacks(const Board& board, Bitboard occupied) {
    const Bitboard ours = board.of(Us);
    Bitboard set = all_pawn_attacks<Us>(board.pawns() & ours) | king_attacks(board.king(Us));
    for (Bitboard men = board.knights() & ours; men;) set |= knight_attacks(pop_first(men));
    for (Bitboard men = board.diagonals() & ours; men;) set |= bishop_attacks(pop_first(men), occupied);
    for (Bitboard men = board.orthogonals() & ours; men;) set |= rook_attacks(pop_first(men), occupied);
    return set;
}

}  // namespace OCTOMATE_ISA

}  // namespace octomate::board8
