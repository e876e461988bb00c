#pragma once

#include <cstdint>

#include "games/complete_permutation/state.hpp"

namespace octomate::complete_permutation {

/// The pieces of R2 that a side does not have on the board: its reserve in a game without promotions.
Reserve lost_pieces(const Board& board, Color side);

/// Whether each side has one king, and no pawn on a first or last rank.
bool has_valid_men(const Board& board);

/// Whether they make a position with `turn` to move: besides, the other side is not in check.
bool is_valid(const Board& board, Color turn);

/// The unmoved pieces of a side that can be such: not those that do not stand on its rank, and none unless
/// the king is at home (R6).
std::uint16_t possible_unmoved(const Board& board, Color side);

/// The squares that a double step of the side not to move can have passed just now (R7).
Bitboard possible_en_passant(const Board& board, Color turn);

}  // namespace octomate::complete_permutation
