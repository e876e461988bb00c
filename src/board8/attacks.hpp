#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <string>

#include "core/isa.hpp"
#include "core/types.hpp"

namespace octomate::board8 {

/// A square of the 8×8 board, 0…63: a1 is 0, b1 is 1, a2 is 8, h8 is 63.
using Square = int;

constexpr Square square_at(int file, int rank) { return rank * 8 + file; }

/// Returns the file, 0…7 for a…h.
constexpr int file_of(Square square) { return square & 7; }

/// Returns the rank, 0…7 for ranks 1…8.
constexpr int rank_of(Square square) { return square >> 3; }

/// Returns the offset of one step towards the opponent of `color`.
constexpr int forward(Color color) { return color == Color::White ? 8 : -8; }

/// Converts a rank counted from the own side of `color` (0 first, 7 last) to a rank of the board, 0…7.
constexpr int relative_rank(Color color, int rank) { return color == Color::White ? rank : 7 - rank; }

constexpr char file_letter(Square square) { return static_cast<char>('a' + file_of(square)); }
constexpr char rank_digit(Square square) { return static_cast<char>('1' + rank_of(square)); }

/// Returns the name of the square: "e4".
inline std::string name(Square square) { return {file_letter(square), rank_digit(square)}; }

/// A set of squares: bit n is square n.
using Bitboard = std::uint64_t;

constexpr Bitboard bit(Square square) { return Bitboard{1} << square; }
constexpr bool contains(Bitboard set, Square square) { return (set >> square) & 1; }

/// Returns the lowest square of a nonempty set.
constexpr Square first(Bitboard set) { return std::countr_zero(set); }

/// Removes the lowest square from a nonempty set and returns it.
constexpr Square pop_first(Bitboard& set) {
    const Square square = first(set);
    set &= set - 1;
    return square;
}

constexpr Bitboard file_a = 0x0101010101010101;
constexpr Bitboard file_h = file_a << 7;
constexpr Bitboard rank_1 = 0xff;

/// Returns the squares of a file, 0…7.
constexpr Bitboard file_set(int file) { return file_a << file; }

/// Returns the squares of a rank, 0…7.
constexpr Bitboard rank_set(int rank) { return rank_1 << (8 * rank); }

/// Shifts the set one step forward for side `Us`; squares that leave the board are dropped.
template <Color Us>
constexpr Bitboard step_forward(Bitboard set) {
    return Us == Color::White ? set << 8 : set >> 8;
}

/// Shifts the set one step back for side `Us`; squares that leave the board are dropped.
template <Color Us>
constexpr Bitboard step_back(Bitboard set) {
    return Us == Color::White ? set >> 8 : set << 8;
}

/// Returns the squares from `from` (excluded) to `to` (included); `to` must be ahead of `from` on its file.
template <Color Us>
constexpr Bitboard file_between(Square from, Square to) {
    const Bitboard range = Us == Color::White ? (bit(to) << 1) - (bit(from) << 1) : bit(from) - bit(to);
    return range & file_set(file_of(from));
}

}  // namespace octomate::board8

#if defined(__BMI2__)
#include <immintrin.h>
#endif

namespace octomate::board8 {

namespace detail {

/// The file and the diagonals through a square, without the square. (Ranks have `AttackTables::rank`.)
struct Lines {
    Bitboard file;
    Bitboard diagonal;       // parallel to a1–h8
    Bitboard anti_diagonal;  // parallel to h1–a8
};

/// Attack tables for all CPUs, by square; `PextTables` are only for CPUs with BMI2.
struct AttackTables {
    std::array<Bitboard, 64> knight;
    std::array<Bitboard, 64> king;
    std::array<std::array<Bitboard, 64>, 2> pawn;  // by colour of the pawn, then by square
    std::array<Lines, 64> lines;
    std::array<std::array<std::uint8_t, 64>, 8> rank;  // attacked files, by file and occupied files b–g
    std::array<std::array<Bitboard, 64>, 64> between;  // squares strictly between two squares on a line
    std::array<std::array<Bitboard, 64>, 64> through;  // whole line through two squares, edge to edge
};

extern const AttackTables attack_tables;

/// The attacks of a rook or bishop on one square: the instruction pext packs the occupancy of the squares in
/// `mask` into an index of `attacks`. See https://www.chessprogramming.org/BMI2#PEXTBitboards.
struct PextEntry {
    Bitboard mask;
    const Bitboard* attacks;
};

struct PextTables {
    std::array<PextEntry, 64> rook;
    std::array<PextEntry, 64> bishop;
};

/// Computed at program start in about a millisecond; exists only in builds with code for BMI2.
extern const PextTables pext_tables;

/// Converts a square to an array index.
constexpr std::size_t at(Square square) { return static_cast<std::size_t>(square); }

}  // namespace detail

inline namespace OCTOMATE_ISA {

#if defined(__BMI2__)

/// Looks up the squares that the rook or bishop of `entry` attacks if the squares of `occupied` hold pieces.
OCTOMATE_HOT Bitboard look_up(const detail::PextEntry& entry, Bitboard occupied) {
    return entry.attacks[_pext_u64(occupied, entry.mask)];
}

#else

/// Returns the attacks of a slider on `square` along `line` by hyperbola quintessence: subtracting the slider
/// from the pieces above it flips the empty squares up to the first piece. Reversing the bytes turns the
/// board upside down and gives the other half. See https://www.chessprogramming.org/Hyperbola_Quintessence.
OCTOMATE_HOT Bitboard line_attacks(Square square, Bitboard line, Bitboard occupied) {
    const Bitboard pieces = occupied & line;
    const Bitboard up = pieces - (bit(square) << 1);
    const Bitboard down =
        __builtin_bswap64(__builtin_bswap64(pieces) - (__builtin_bswap64(bit(square)) << 1));
    return (up ^ down) & line;
}

#endif

/// Returns the squares a rook on `square` attacks, including the first occupied square of each line.
OCTOMATE_HOT Bitboard rook_attacks(Square square, Bitboard occupied) {
#if defined(__BMI2__)
    return look_up(detail::pext_tables.rook[detail::at(square)], occupied);
#else
    const int shift = square & 56;
    const auto inner = static_cast<std::size_t>((occupied >> (shift + 1)) & 63);
    const auto file = static_cast<std::size_t>(file_of(square));
    return line_attacks(square, detail::attack_tables.lines[detail::at(square)].file, occupied) |
           Bitboard{detail::attack_tables.rank[file][inner]} << shift;
#endif
}

/// Returns the squares a bishop on `square` attacks, including the first occupied square of each line.
OCTOMATE_HOT Bitboard bishop_attacks(Square square, Bitboard occupied) {
#if defined(__BMI2__)
    return look_up(detail::pext_tables.bishop[detail::at(square)], occupied);
#else
    const auto& lines = detail::attack_tables.lines[detail::at(square)];
    return line_attacks(square, lines.diagonal, occupied) |
           line_attacks(square, lines.anti_diagonal, occupied);
#endif
}

OCTOMATE_HOT Bitboard knight_attacks(Square square) {
    return detail::attack_tables.knight[detail::at(square)];
}

OCTOMATE_HOT Bitboard king_attacks(Square square) { return detail::attack_tables.king[detail::at(square)]; }

/// Returns the squares a pawn attacks from any rank, including its own first rank (R1).
OCTOMATE_HOT Bitboard pawn_attacks(Color color, Square square) {
    return detail::attack_tables.pawn[index(color)][detail::at(square)];
}

/// Returns the squares strictly between `a` and `b`; empty if they are neighbours or not on a line.
OCTOMATE_HOT Bitboard between(Square a, Square b) {
    return detail::attack_tables.between[detail::at(a)][detail::at(b)];
}

/// Returns the whole line through two different squares, edge to edge; empty if they are not on a line.
OCTOMATE_HOT Bitboard line_through(Square a, Square b) {
    return detail::attack_tables.through[detail::at(a)][detail::at(b)];
}

}  // namespace OCTOMATE_ISA

}  // namespace octomate::board8
