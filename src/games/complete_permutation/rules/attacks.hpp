#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <string>

#include "core/isa.hpp"
#include "core/types.hpp"

// Squares, sets of squares and attacks on the board of 16 files and 8 ranks. A set is a 128-bit number.
//
// Rooks and bishops use hyperbola quintessence (https://www.chessprogramming.org/Hyperbola_Quintessence). A
// falcon (R3.2) moves three steps, orthogonal and diagonal ones mixed, so that it ends on (±1,±3), (±2,±3),
// (±3,±1) or (±3,±2). Three paths lead to each of these squares, and at least one of them must be empty. All
// paths pass only squares at most two steps away, which form four overlapping quarters of eight squares; for
// each quarter, a table maps its empty squares to the squares that the falcon reaches there.

namespace octomate::complete_permutation {

/// A square 0…127: a1, b1, …, p1, a2, …, p8 (R1).
using Square = int;

inline constexpr int files = 16;
inline constexpr int ranks = 8;
inline constexpr int squares = files * ranks;

constexpr Square square_at(int file, int rank) { return rank * files + file; }
constexpr int file_of(Square square) { return square % files; }
constexpr int rank_of(Square square) { return square / files; }

/// Returns the name of the square: "e4".
inline std::string name(Square square) {
    return {static_cast<char>('a' + file_of(square)), static_cast<char>('1' + rank_of(square))};
}

/// Converts a rank of the board, 0…7, to a rank counted from the first rank of `side` (R1), and back.
constexpr int relative_rank(Color side, int rank) { return side == Color::White ? rank : 7 - rank; }

/// Returns the offset of a pawn's single step.
constexpr int forward(Color side) { return side == Color::White ? files : -files; }

/// A set of squares: bit n is square n.
__extension__ using Bitboard = unsigned __int128;

constexpr Bitboard bit(Square square) { return Bitboard{1} << square; }
constexpr bool contains(Bitboard set, Square square) { return (set >> square & 1) != 0; }

constexpr std::uint64_t low(Bitboard set) { return static_cast<std::uint64_t>(set); }
constexpr std::uint64_t high(Bitboard set) { return static_cast<std::uint64_t>(set >> 64); }

/// Returns the number of squares in the set. Processes both halves at once, without the instruction popcnt.
OCTOMATE_HOT constexpr int count(Bitboard set) {
    const auto in_fours = [](std::uint64_t half) {
        half -= half >> 1 & 0x5555555555555555;
        return (half & 0x3333333333333333) + (half >> 2 & 0x3333333333333333);
    };
    const std::uint64_t sum = in_fours(low(set)) + in_fours(high(set));
    return static_cast<int>(
        ((sum & 0x0f0f0f0f0f0f0f0f) + (sum >> 4 & 0x0f0f0f0f0f0f0f0f)) * 0x0101010101010101 >> 56);
}

/// Returns the lowest square of a nonempty set.
OCTOMATE_HOT constexpr Square first(Bitboard set) {
    return low(set) != 0 ? std::countr_zero(low(set)) : 64 + std::countr_zero(high(set));
}

/// Removes the lowest square from a nonempty set and returns it.
OCTOMATE_HOT constexpr Square pop_first(Bitboard& set) {
    const Square square = first(set);
    set &= set - 1;
    return square;
}

constexpr Bitboard rank_set(int rank) { return Bitboard{0xffff} << (files * rank); }

inline constexpr Bitboard every_rank = [] {  // one square per rank: the a-file
    Bitboard set = 0;
    for (int rank = 0; rank < ranks; ++rank) set |= bit(square_at(0, rank));
    return set;
}();

constexpr Bitboard file_set(int file) { return every_rank << file; }

/// Adds `offset` to all squares of a set. Squares wrap around to the other edge: the caller must remove the
/// files that would leave the board.
constexpr Bitboard shifted(Bitboard set, int offset) { return offset >= 0 ? set << offset : set >> -offset; }

/// Returns the set moved one step forward for `side`, without squares that leave the board.
constexpr Bitboard ahead(Bitboard set, Color side) { return shifted(set, forward(side)); }

/// Returns the squares that pawns of `side` on the squares `pawns` attack (R4.1).
constexpr Bitboard pawn_attacks(Bitboard pawns, Color side) {
    const Bitboard steps = ahead(pawns, side);
    return (steps & ~file_set(0)) >> 1 | (steps & ~file_set(files - 1)) << 1;
}

namespace detail {

/// Precomputed sets of squares for one square, which is in none of them.
struct SquareTables {
    Bitboard file;          ///< the other squares of its file
    Bitboard diagonal;      ///< the other squares of its diagonal parallel to a1–h8
    Bitboard antidiagonal;  ///< the other squares of its diagonal parallel to a8–h1
    Bitboard king;          ///< one king's step away
    Bitboard knight;        ///< a knight's move away
    Bitboard falcon;        ///< destinations of a falcon on an empty board (R3.2)
    Bitboard box;           ///< at most two king's steps away: the squares that falcons pass
};

extern const std::array<SquareTables, squares> square_tables;

inline const SquareTables& tables_of(Square square) {
    return square_tables[static_cast<std::size_t>(square)];
}

/// Reverses the bytes of the set. This reverses the order of squares on files and diagonals.
OCTOMATE_HOT constexpr Bitboard reversed(Bitboard set) {
    return Bitboard{__builtin_bswap64(low(set))} << 64 | __builtin_bswap64(high(set));
}

/// Returns the squares a slider reaches on a file or diagonal, up to and including the first piece in both
/// directions (hyperbola quintessence). `from` is the slider's square as a set, `from_reversed` its reverse.
OCTOMATE_HOT constexpr Bitboard along(Bitboard line, Bitboard occupied, Bitboard from,
                                      Bitboard from_reversed) {
    const Bitboard pieces = occupied & line;
    return ((pieces - from) ^ reversed(reversed(pieces) - from_reversed)) & line;
}

/// Returns the squares a slider on `square` reaches on its rank, up to and including the first pieces.
OCTOMATE_HOT constexpr Bitboard along_rank(Square square, Bitboard occupied) {
    const int shift = files * rank_of(square), file = file_of(square);
    const auto pieces = static_cast<std::uint32_t>(occupied >> shift) & 0xffffU;
    const std::uint32_t right = 0xfffeU << file & 0xffffU, left = (1U << file) - 1;
    const std::uint32_t to_right = pieces & right, to_left = (pieces & left) | 1U;
    const std::uint32_t reached =
        (right & (to_right ^ (to_right - 1))) | (left & (~0U << (31 - std::countl_zero(to_left))));
    return Bitboard{reached} << shift;
}

/// Falcon moves by quarter (right up, left up, right down, left down) and by the empty squares of that
/// quarter. An index of empty squares has bits 0–2 for the rank two steps from the falcon's, 3–5 for the rank
/// next to it, and 6–7 for the falcon's rank, each from left to right. A value is a set of reached squares on
/// three ranks; its bit 0 is three files left of the falcon.
using FalconTables = std::array<std::array<std::uint64_t, 256>, 4>;

extern const FalconTables falcon_tables;

}  // namespace detail

/// Returns the squares one king's step away.
inline Bitboard king_attacks(Square square) { return detail::tables_of(square).king; }
/// Returns the squares a knight's move away.
inline Bitboard knight_attacks(Square square) { return detail::tables_of(square).knight; }

/// Returns the squares that a rook attacks, including the first occupied square of each line.
OCTOMATE_HOT Bitboard rook_attacks(Square square, Bitboard occupied) {
    const Bitboard from = bit(square);
    return detail::along_rank(square, occupied) |
           detail::along(detail::tables_of(square).file, occupied, from, detail::reversed(from));
}

/// Returns the squares that a bishop attacks, including the first occupied square of each line.
OCTOMATE_HOT Bitboard bishop_attacks(Square square, Bitboard occupied) {
    const Bitboard from = bit(square), from_reversed = detail::reversed(from);
    return detail::along(detail::tables_of(square).diagonal, occupied, from, from_reversed) |
           detail::along(detail::tables_of(square).antidiagonal, occupied, from, from_reversed);
}

/// Returns the squares that a falcon on `square` attacks: at least one of three paths is empty (R3.2). The
/// relation is symmetric, since paths can be reversed.
OCTOMATE_HOT Bitboard falcon_attacks(Square square, Bitboard occupied) {
    // Shift the board so that the falcon stands on the third square of the third rank. Squares that wrap
    // around the edges do no harm: destinations off the board are masked out at the end.
    constexpr int centre = 2 * files + 2;
    const Bitboard empty = ~shifted(occupied, centre - square);
    const auto rank = [&](int n) { return static_cast<unsigned>(empty >> (files * n)) & 31U; };
    const unsigned own = rank(2), up = rank(3), far_up = rank(4), down = rank(1), far_down = rank(0);
    const unsigned right = (own >> 3 & 3) << 6, left = (own & 3) << 6;
    const auto& table = detail::falcon_tables;
    const std::uint64_t above =
        table[0][(far_up >> 2) | (up >> 2) << 3 | right] | table[1][(far_up & 7) | (up & 7) << 3 | left];
    const std::uint64_t below = table[2][(far_down >> 2) | (down >> 2) << 3 | right] |
                                table[3][(far_down & 7) | (down & 7) << 3 | left];
    // Shift the two results from their three-rank windows back to the falcon's square.
    const Bitboard reached =
        Bitboard{above} << square << (files - 3) | shifted(Bitboard{below}, square - 3 * files - 3);
    return reached & detail::tables_of(square).falcon;
}

/// Returns the two intermediate squares of each of the three paths of a falcon's move (R3.2).
constexpr std::array<Bitboard, 3> falcon_paths(Square from, Square to) {
    const int across = file_of(to) - file_of(from), up = rank_of(to) - rank_of(from);
    const int right = across < 0 ? -1 : 1, above = up < 0 ? -files : files;
    const bool tall = (up < 0 ? -up : up) == 3;
    const int orthogonal = tall ? above : right, diagonal = right + above;
    const bool wide = (tall ? across * right : up * above / files) == 2;
    // A path has two steps of one direction (`often`) and one of the other (`once`).
    const int often = wide ? diagonal : orthogonal, once = wide ? orthogonal : diagonal;
    return {bit(from + often) | bit(from + 2 * often), bit(from + often) | bit(from + often + once),
            bit(from + once) | bit(from + once + often)};
}

/// Returns the squares strictly between `a` and `b`; empty if they are not on one line.
inline Bitboard between(Square a, Square b) {
    if (file_of(a) == file_of(b) || rank_of(a) == rank_of(b))
        return rook_attacks(a, bit(b)) & rook_attacks(b, bit(a));
    if ((detail::tables_of(a).diagonal | detail::tables_of(a).antidiagonal) & bit(b))
        return bishop_attacks(a, bit(b)) & bishop_attacks(b, bit(a));
    return 0;
}

}  // namespace octomate::complete_permutation
