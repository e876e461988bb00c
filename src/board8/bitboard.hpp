#pragma once

#include <bit>
#include <cstdint>
#include <string>

#include "core/color.hpp"

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
