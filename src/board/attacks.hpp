#pragma once

#include <array>

#include "board/bitboard.hpp"

namespace octomate::board {

namespace detail {

/// The eight directions of a queen: first the four that climb the numbering of squares, then their opposites.
enum Direction { North, NorthEast, East, NorthWest, South, SouthWest, West, SouthEast };

struct AttackTables {
    std::array<std::array<Bitboard, 64>, 8> ray;  // by direction
    std::array<Bitboard, 64> knight;
    std::array<Bitboard, 64> king;
    std::array<std::array<Bitboard, 64>, 2> pawn;  // by colour
};

extern const AttackTables attack_tables;

/// The squares seen along a ray up to and including the first man.
template <Direction D>
inline Bitboard along(Square square, Bitboard occupied) {
    const Bitboard ray = attack_tables.ray[D][static_cast<std::size_t>(square)];
    const Bitboard blockers = ray & occupied;
    if (blockers == 0) return ray;
    const Square nearest = D < South ? std::countr_zero(blockers) : 63 - std::countl_zero(blockers);
    return ray ^ attack_tables.ray[D][static_cast<std::size_t>(nearest)];
}

}  // namespace detail

/// What a rook on the square attacks, the first man on each line included.
inline Bitboard rook_attacks(Square square, Bitboard occupied) {
    using namespace detail;
    return along<North>(square, occupied) | along<East>(square, occupied) | along<South>(square, occupied) |
           along<West>(square, occupied);
}

/// What a bishop on the square attacks, the first man on each line included.
inline Bitboard bishop_attacks(Square square, Bitboard occupied) {
    using namespace detail;
    return along<NorthEast>(square, occupied) | along<NorthWest>(square, occupied) |
           along<SouthEast>(square, occupied) | along<SouthWest>(square, occupied);
}

inline Bitboard knight_attacks(Square square) {
    return detail::attack_tables.knight[static_cast<std::size_t>(square)];
}

inline Bitboard king_attacks(Square square) {
    return detail::attack_tables.king[static_cast<std::size_t>(square)];
}

/// What a pawn of the colour attacks from any rank, its own first one included (R1).
inline Bitboard pawn_attacks(Color color, Square square) {
    return detail::attack_tables.pawn[index(color)][static_cast<std::size_t>(square)];
}

}  // namespace octomate::board
