#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/expected.hpp"
#include "core/fault.hpp"
#include "games/complete_permutation/rules/state.hpp"

namespace octomate::complete_permutation {

/// The set-up of R2, White to move.
State initial_state(Switches switches);

/// Reads a FEN of one to seven fields (R10); those that are left out are "w - - * 0 1". Accepted are
/// positions with one king a side, no pawn on a first or last rank, and the side not to move not in check;
/// unmoved pieces must stand on their rank with the king at home, and en passant squares behind pawns that
/// can have made a double step. All faults are reported, with offsets in the FEN.
Expected<Read<State>, Faults> read_state(std::string_view fen, Switches switches);

/// Seven fields, normalised (R10).
std::string write_state(const State& state);

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
