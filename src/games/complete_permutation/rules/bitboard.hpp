#pragma once

#include <bit>
#include <cstdint>
#include <string>

#include "core/color.hpp"
#include "core/isa.hpp"

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

/// The squares one step ahead of a side's men.
constexpr Bitboard ahead(Bitboard set, Color side) { return shifted(set, forward(side)); }

/// The squares that a side's pawns attack (R4.1).
constexpr Bitboard pawn_attacks(Bitboard pawns, Color side) {
    const Bitboard steps = ahead(pawns, side);
    return (steps & ~file_set(0)) >> 1 | (steps & ~file_set(files - 1)) << 1;
}

}  // namespace octomate::complete_permutation
