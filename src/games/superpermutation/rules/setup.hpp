#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "board8/board.hpp"
#include "core/fault.hpp"
#include "core/types.hpp"

namespace octomate::superpermutation {

/// A board and a side to move.
struct Setup {
    board8::Board board;
    Color turn = Color::White;
};

/// The usual array, White to move.
const Setup& initial_setup();

/// Reads a FEN and accepts only positions of section 5: one king a side, no pawn on its own last rank (its
/// own first rank is fine), the side not to move not in check. Two to six fields; castling, en passant and
/// clocks are checked for form, and noted as ignored unless they are "-" or clocks (R8). All faults are
/// reported, with offsets in the FEN.
Expected<Read<Setup>, Faults> read_setup(std::string_view fen);

/// Checks that each side has one king, and no pawn on its last rank (section 5, I3).
bool has_valid_pieces(const board8::Board& board);

/// The pieces of a side, as far as a game bounds them. Relies on I1: pawns never leave their files, and on
/// I6: pieces beyond those of the array are promoted pawns.
struct PieceCount {
    int pawns = 0;
    int promoted = 0;            ///< at least
    board8::Bitboard crowd = 0;  ///< pawns that share their files

    /// Whether a game can give a side these pieces.
    bool possible() const { return pawns + promoted <= 8 && crowd == 0; }
};
PieceCount count_pieces(const board8::Board& board, Color side);

/// Whether they make a position with `turn` to move: besides, the other side is not in check (section 5).
bool is_valid(const board8::Board& board, Color turn);

/// "<board> <side> - - 0 1".
std::string write_fen(const board8::Board& board, Color turn);

/// Reads a FEN in one pass if it is good, without remarks, and its fields stand behind single blanks; none
/// for all others, which `read_setup` reads. For speed only.
std::optional<Setup> read_ready(std::string_view fen);

}  // namespace octomate::superpermutation
