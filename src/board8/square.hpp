#pragma once

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

}  // namespace octomate::board8
