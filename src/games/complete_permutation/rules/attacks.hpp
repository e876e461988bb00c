#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <string>

#include "core/isa.hpp"
#include "core/types.hpp"

namespace octomate::complete_permutation {

/// A square 0…127: a1, b1, …, p1, a2, …, p8 (R1).
using Square = int;

inline constexpr int files = 16;
inline constexpr int ranks = 8;
inline constexpr int squares = files * ranks;

constexpr Square square_at(int file, int rank) { return rank * files + file; }
constexpr int file_of(Square square) { return square % files; }
constexpr int rank_of(Square square) { return square / files; }

/// "e4".
inline std::string name(Square square) {
    return {static_cast<char>('a' + file_of(square)), static_cast<char>('1' + rank_of(square))};
}

/// Rank 0…7 as a side counts it (R1).
constexpr int relative_rank(Color side, int rank) { return side == Color::White ? rank : 7 - rank; }

/// How far a side's pawn steps.
constexpr int forward(Color side) { return side == Color::White ? files : -files; }

/// A set of squares: bit n is square n.
__extension__ using Bitboard = unsigned __int128;

constexpr Bitboard bit(Square square) { return Bitboard{1} << square; }
constexpr bool contains(Bitboard set, Square square) { return (set >> square & 1) != 0; }

constexpr std::uint64_t low(Bitboard set) { return static_cast<std::uint64_t>(set); }
constexpr std::uint64_t high(Bitboard set) { return static_cast<std::uint64_t>(set >> 64); }

/// How many squares. Written out, both halves at once, because a build for any CPU has no instruction for it.
OCTOMATE_HOT constexpr int count(Bitboard set) {
    const auto in_fours = [](std::uint64_t half) {
        half -= half >> 1 & 0x5555555555555555;
        return (half & 0x3333333333333333) + (half >> 2 & 0x3333333333333333);
    };
    const std::uint64_t sum = in_fours(low(set)) + in_fours(high(set));
    return static_cast<int>(
        ((sum & 0x0f0f0f0f0f0f0f0f) + (sum >> 4 & 0x0f0f0f0f0f0f0f0f)) * 0x0101010101010101 >> 56);
}

/// The lowest square of a set that is not empty.
OCTOMATE_HOT constexpr Square first(Bitboard set) {
    return low(set) != 0 ? std::countr_zero(low(set)) : 64 + std::countr_zero(high(set));
}

/// Takes the lowest square out of a set that is not empty.
OCTOMATE_HOT constexpr Square pop_first(Bitboard& set) {
    const Square square = first(set);
    set &= set - 1;
    return square;
}

constexpr Bitboard rank_set(int rank) { return Bitboard{0xffff} << (files * rank); }

inline constexpr Bitboard every_rank = [] {  // the a-file
    Bitboard set = 0;
    for (int rank = 0; rank < ranks; ++rank) set |= bit(square_at(0, rank));
    return set;
}();

constexpr Bitboard file_set(int file) { return every_rank << file; }

/// Moves all squares of a set; the files that fall off the board must not be in it.
constexpr Bitboard shifted(Bitboard set, int by) { return by >= 0 ? set << by : set >> -by; }

/// The squares one step ahead of a side's pieces.
constexpr Bitboard ahead(Bitboard set, Color side) { return shifted(set, forward(side)); }

/// The squares that a side's pawns attack (R4.1).
constexpr Bitboard pawn_attacks(Bitboard pawns, Color side) {
    const Bitboard steps = ahead(pawns, side);
    return (steps & ~file_set(0)) >> 1 | (steps & ~file_set(files - 1)) << 1;
}

namespace detail {

/// All that is looked up for a square.
struct SquareTables {
    Bitboard file;      ///< its lines, without itself
    Bitboard diagonal;  ///< from a1 towards h8
    Bitboard antidiagonal;
    Bitboard king;
    Bitboard knight;
    Bitboard falcon;  ///< where a falcon goes on an empty board (R3.2)
    Bitboard box;     ///< the squares at most two steps away, through which falcons go there
};

extern const std::array<SquareTables, squares> square_tables;

inline const SquareTables& at(Square square) { return square_tables[static_cast<std::size_t>(square)]; }

/// The board read backwards, byte by byte: squares of a line that is no rank follow each other the other way.
OCTOMATE_HOT constexpr Bitboard reversed(Bitboard set) {
    return Bitboard{__builtin_bswap64(low(set))} << 64 | __builtin_bswap64(high(set));
}

/// How far a rider comes on a line that is no rank: up to and including the first piece either way. The
/// subtraction carries from the rider to the piece (hyperbola quintessence).
OCTOMATE_HOT constexpr Bitboard along(Bitboard line, Bitboard occupied, Bitboard from,
                                      Bitboard from_reversed) {
    const Bitboard pieces = occupied & line;
    return ((pieces - from) ^ reversed(reversed(pieces) - from_reversed)) & line;
}

/// The same on the rank of a square.
OCTOMATE_HOT constexpr Bitboard along_rank(Square square, Bitboard occupied) {
    const int shift = files * rank_of(square), file = file_of(square);
    const auto pieces = static_cast<std::uint32_t>(occupied >> shift) & 0xffffU;
    const std::uint32_t right = 0xfffeU << file & 0xffffU, left = (1U << file) - 1;
    const std::uint32_t to_right = pieces & right, to_left = (pieces & left) | 1U;
    const std::uint32_t reached =
        (right & (to_right ^ (to_right - 1))) | (left & (~0U << (31 - std::countl_zero(to_left))));
    return Bitboard{reached} << shift;
}

/// For the empty squares of a quarter: where the falcon comes, on three ranks whose first square is three
/// files left of its own. The quarters are right and up, left and up, right and down, left and down; of
/// those to the left the bits lie as on the board, from left to right.
using FalconTables = std::array<std::array<std::uint64_t, 256>, 4>;

extern const FalconTables falcon_tables;

}  // namespace detail

inline Bitboard king_attacks(Square square) { return detail::at(square).king; }
inline Bitboard knight_attacks(Square square) { return detail::at(square).knight; }

OCTOMATE_HOT Bitboard rook_attacks(Square square, Bitboard occupied) {
    const Bitboard from = bit(square);
    return detail::along_rank(square, occupied) |
           detail::along(detail::at(square).file, occupied, from, detail::reversed(from));
}

OCTOMATE_HOT Bitboard bishop_attacks(Square square, Bitboard occupied) {
    const Bitboard from = bit(square), from_reversed = detail::reversed(from);
    return detail::along(detail::at(square).diagonal, occupied, from, from_reversed) |
           detail::along(detail::at(square).antidiagonal, occupied, from, from_reversed);
}

/// The squares to which one of a falcon's three paths at least is open (R3.2). A falcon that stood there
/// would attack the square just as well: paths can be walked both ways.
OCTOMATE_HOT Bitboard falcon_attacks(Square square, Bitboard occupied) {
    // The board is moved so that the falcon stands in the third square of the third rank; what the moving
    // brings around the edges is of no account, since squares off the board are never reached.
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
    // The first squares of the upper three ranks and of the lower ones, from the falcon's.
    const Bitboard reached =
        Bitboard{above} << square << (files - 3) | shifted(Bitboard{below}, square - 3 * files - 3);
    return reached & detail::at(square).falcon;
}

/// The passed squares of the three paths between two squares a falcon's move apart (R3.2).
constexpr std::array<Bitboard, 3> falcon_paths(Square from, Square to) {
    const int across = file_of(to) - file_of(from), up = rank_of(to) - rank_of(from);
    const int right = across < 0 ? -1 : 1, above = up < 0 ? -files : files;
    const bool tall = (up < 0 ? -up : up) == 3;
    const int orthogonal = tall ? above : right, diagonal = right + above;
    const bool wide = (tall ? across * right : up * above / files) == 2;
    // Two orthogonal steps and a diagonal one, or one and two.
    const int often = wide ? diagonal : orthogonal, once = wide ? orthogonal : diagonal;
    return {bit(from + often) | bit(from + 2 * often), bit(from + often) | bit(from + often + once),
            bit(from + once) | bit(from + once + often)};
}

/// The squares strictly between two on a line; none if they are on none.
inline Bitboard between(Square a, Square b) {
    if (file_of(a) == file_of(b) || rank_of(a) == rank_of(b))
        return rook_attacks(a, bit(b)) & rook_attacks(b, bit(a));
    if ((detail::at(a).diagonal | detail::at(a).antidiagonal) & bit(b))
        return bishop_attacks(a, bit(b)) & bishop_attacks(b, bit(a));
    return 0;
}

}  // namespace octomate::complete_permutation
