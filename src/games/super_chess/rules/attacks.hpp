#pragma once

#include <array>

#include "board8/attacks.hpp"
#include "games/super_chess/rules/board.hpp"

namespace octomate::super_chess {

namespace detail {

/// The squares at a king's distance of `nearest` to `farthest` from each square.
constexpr std::array<Bitboard, 64> rings(int nearest, int farthest) {
    std::array<Bitboard, 64> rings{};
    for (Square square = 0; square < 64; ++square) {
        for (Square other = 0; other < 64; ++other) {
            const int files = file_of(square) - file_of(other), ranks = rank_of(square) - rank_of(other);
            const int far = files < 0 ? -files : files, up = ranks < 0 ? -ranks : ranks;
            const int distance = far > up ? far : up;
            if (distance >= nearest && distance <= farthest)
                rings[static_cast<std::size_t>(square)] |= bit(other);
        }
    }
    return rings;
}

inline constexpr std::array<Bitboard, 64> paladin_rings = rings(2, 2);
inline constexpr std::array<Bitboard, 64> cardinal_reach = rings(1, 3);
inline constexpr std::array<Bitboard, 64> hyper_castle_reach = rings(1, 2);

}  // namespace detail

/// The sixteen squares to which a Paladin leaps (A16).
inline Bitboard paladin_attacks(Square square) {
    return detail::paladin_rings[static_cast<std::size_t>(square)];
}

/// How far a Cardinal goes as a whole (section 5), and a king-like man by a hyper castle (section 9).
inline Bitboard cardinal_reach(Square square) {
    return detail::cardinal_reach[static_cast<std::size_t>(square)];
}
inline Bitboard hyper_castle_reach(Square square) {
    return detail::hyper_castle_reach[static_cast<std::size_t>(square)];
}

/// The four squares beside a square on diagonals.
inline Bitboard diagonal_neighbours(Square square) {
    return board8::pawn_attacks(Color::White, square) | board8::pawn_attacks(Color::Black, square);
}

inline Bitboard queen_attacks(Square square, Bitboard occupied) {
    return board8::rook_attacks(square, occupied) | board8::bishop_attacks(square, occupied);
}

/// The stacks of a side that attack a king-like man on the square, whole or by any split (section 8, A5),
/// along the lines that `occupied` leaves open.
inline Bitboard attackers(const Board& board, Square square, Color by, Bitboard occupied) {
    return board.of(by) & ((board8::rook_attacks(square, occupied) & board.all(Board::Orthogonals)) |
                           (board8::bishop_attacks(square, occupied) & board.all(Board::Diagonals)) |
                           (board8::knight_attacks(square) & board.all(Board::Knights)) |
                           (paladin_attacks(square) & board.all(Board::Paladins)) |
                           (board8::pawn_attacks(!by, square) & board.all(Board::PawnLike)) |
                           (diagonal_neighbours(square) & board.all(Board::Goaps)) |
                           (board8::king_attacks(square) & board.all(Board::Kings)));
}

/// Whether check exists for a side, and it is in check (section 8): it has exactly one king-like man.
inline bool in_check(const Board& board, Color side) {
    const Bitboard kings = board.king_like(side);
    if (kings == 0 || (kings & (kings - 1)) != 0) return false;
    return attackers(board, board8::first(kings), !side, board.occupied()) != 0;
}

}  // namespace octomate::super_chess
