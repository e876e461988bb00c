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

/// Returns the initial array with White to move.
const Setup& initial_setup();

/// Parses a FEN of two to six fields and accepts only positions of section 5: one king a side, no pawn on its
/// last rank (its first rank is allowed), and the side not to move not in check. Castling rights, en passant
/// and clocks are checked for form and ignored (R8), with a note for the first two unless they are "-".
/// Reports all faults, with offsets in the FEN.
Expected<Read<Setup>, Faults> read_setup(std::string_view fen);

/// Returns whether each side has one king and no pawn on its last rank (section 5, I3).
bool has_valid_pieces(const board8::Board& board);

/// The numbers of a side's pieces that the rules limit. Relies on I1: pawns never leave their files, and on
/// I6: pieces beyond those of the initial array are promoted pawns.
struct PieceCount {
    int pawns = 0;
    int promoted = 0;            ///< the fewest pieces that must be promoted pawns
    board8::Bitboard crowd = 0;  ///< pawns that share a file with another pawn of the side

    /// Whether a game can lead to these pieces.
    bool possible() const { return pawns + promoted <= 8 && crowd == 0; }
};
/// Counts the pieces of `side`.
PieceCount count_pieces(const board8::Board& board, Color side);

/// Returns whether the board is a valid position with `turn` to move: it has valid pieces, and the other side
/// is not in check (section 5).
bool is_valid(const board8::Board& board, Color turn);

/// Returns the FEN of a position: "<board> <side> - - 0 1".
std::string write_fen(const board8::Board& board, Color turn);

/// Parses a valid FEN in one pass, for speed. Returns nullopt if the FEN has faults, would cause notes, or
/// does not separate its fields by single blanks; `read_setup` then has to parse it.
std::optional<Setup> read_ready(std::string_view fen);

}  // namespace octomate::superpermutation
