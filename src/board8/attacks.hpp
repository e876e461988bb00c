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

/// 0…7 for a…h.
constexpr int file_of(Square square) { return square & 7; }

/// 0…7 for ranks 1…8.
constexpr int rank_of(Square square) { return square >> 3; }

/// One step towards the opponent of `color`; off the board from the last rank.
constexpr int forward(Color color) { return color == Color::White ? 8 : -8; }

/// The rank, 0…7, of a side's own first (0), second (1), … or last (7) rank.
constexpr int relative_rank(Color color, int rank) { return color == Color::White ? rank : 7 - rank; }

constexpr char file_letter(Square square) { return static_cast<char>('a' + file_of(square)); }
constexpr char rank_digit(Square square) { return static_cast<char>('1' + rank_of(square)); }

/// "e4".
inline std::string name(Square square) { return {file_letter(square), rank_digit(square)}; }

/// A set of squares: bit n is square n.
using Bitboard = std::uint64_t;

constexpr Bitboard bit(Square square) { return Bitboard{1} << square; }
constexpr bool contains(Bitboard set, Square square) { return (set >> square) & 1; }

/// The lowest square of a set that is not empty.
constexpr Square first(Bitboard set) { return std::countr_zero(set); }

/// Takes the lowest square out of a set that is not empty.
constexpr Square pop_first(Bitboard& set) {
    const Square square = first(set);
    set &= set - 1;
    return square;
}

constexpr Bitboard file_a = 0x0101010101010101;
constexpr Bitboard file_h = file_a << 7;
constexpr Bitboard rank_1 = 0xff;

/// The file 0…7 as a set.
constexpr Bitboard file_set(int file) { return file_a << file; }

/// The rank 0…7 as a set.
constexpr Bitboard rank_set(int rank) { return rank_1 << (8 * rank); }

/// Every square of the set one step forward; what leaves the board is lost.
template <Color Us>
constexpr Bitboard step_forward(Bitboard set) {
    return Us == Color::White ? set << 8 : set >> 8;
}

/// Every square of the set one step back.
template <Color Us>
constexpr Bitboard step_back(Bitboard set) {
    return Us == Color::White ? set >> 8 : set << 8;
}

/// The squares of a file from a square (excluded) to another one in front of it (included).
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

/// A line through a square, without that square.
struct Lines {
    Bitboard file;
    Bitboard diagonal;       // a1–h8 and its parallels
    Bitboard anti_diagonal;  // h1–a8 and its parallels
};

/// Leaps, and lines for sliders that are computed.
struct AttackTables {
    std::array<Bitboard, 64> knight;
    std::array<Bitboard, 64> king;
    std::array<std::array<Bitboard, 64>, 2> pawn;  // by colour
    std::array<Lines, 64> lines;
    std::array<std::array<std::uint8_t, 64>, 8> rank;  // by file and the six inner squares of the rank
    std::array<std::array<Bitboard, 64>, 64> between;  // the squares between two on a line, neither included
    std::array<std::array<Bitboard, 64>, 64> through;  // the whole line through two squares, both included
};

extern const AttackTables attack_tables;

/// Sliders that are looked up: the occupied squares of `mask`, packed by pext, are the place in `attacks`.
struct PextEntry {
    Bitboard mask;
    const Bitboard* attacks;
};

struct PextTables {
    std::array<PextEntry, 64> rook;
    std::array<PextEntry, 64> bishop;
};

/// Made at the start of the program, in about a millisecond; only where the program is built with BMI2 loops.
extern const PextTables pext_tables;

constexpr std::size_t at(Square square) { return static_cast<std::size_t>(square); }

}  // namespace detail

inline namespace OCTOMATE_ISA {

#if defined(__BMI2__)

OCTOMATE_HOT Bitboard look_up(const detail::PextEntry& entry, Bitboard occupied) {
    return entry.attacks[_pext_u64(occupied, entry.mask)];
}

#else

/// Hyperbola quintessence: subtracting the slider from the pieces above it borrows through the empty squares
/// up to the first piece; the same upside down gives the other half of the line.
OCTOMATE_HOT Bitboard along(Square square, Bitboard line, Bitboard occupied) {
    const Bitboard pieces = occupied & line;
    const Bitboard up = pieces - (bit(square) << 1);
    const Bitboard down =
        __builtin_bswap64(__builtin_bswap64(pieces) - (__builtin_bswap64(bit(square)) << 1));
    return (up ^ down) & line;
}

#endif

/// What a rook on the square attacks, the first piece on each line included.
OCTOMATE_HOT Bitboard rook_attacks(Square square, Bitboard occupied) {
#if defined(__BMI2__)
    return look_up(detail::pext_tables.rook[detail::at(square)], occupied);
#else
    const int shift = square & 56;
    const auto inner = static_cast<std::size_t>((occupied >> (shift + 1)) & 63);
    const auto file = static_cast<std::size_t>(file_of(square));
    return along(square, detail::attack_tables.lines[detail::at(square)].file, occupied) |
           Bitboard{detail::attack_tables.rank[file][inner]} << shift;
#endif
}

/// What a bishop on the square attacks, the first piece on each line included.
OCTOMATE_HOT Bitboard bishop_attacks(Square square, Bitboard occupied) {
#if defined(__BMI2__)
    return look_up(detail::pext_tables.bishop[detail::at(square)], occupied);
#else
    const auto& lines = detail::attack_tables.lines[detail::at(square)];
    return along(square, lines.diagonal, occupied) | along(square, lines.anti_diagonal, occupied);
#endif
}

OCTOMATE_HOT Bitboard knight_attacks(Square square) {
    return detail::attack_tables.knight[detail::at(square)];
}

OCTOMATE_HOT Bitboard king_attacks(Square square) { return detail::attack_tables.king[detail::at(square)]; }

/// What a pawn of the colour attacks from any rank, its own first one included (R1).
OCTOMATE_HOT Bitboard pawn_attacks(Color color, Square square) {
    return detail::attack_tables.pawn[index(color)][detail::at(square)];
}

/// The squares between two squares of one line, neither included; empty for neighbours and for squares of no
/// one line.
OCTOMATE_HOT Bitboard between(Square a, Square b) {
    return detail::attack_tables.between[detail::at(a)][detail::at(b)];
}

/// The whole line through two different squares; empty if there is none.
OCTOMATE_HOT Bitboard line_through(Square a, Square b) {
    return detail::attack_tables.through[detail::at(a)][detail::at(b)];
}

}  // namespace OCTOMATE_ISA

}  // namespace octomate::board8
