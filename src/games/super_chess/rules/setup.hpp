#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/expected.hpp"
#include "core/fault.hpp"
#include "games/super_chess/rules/position.hpp"
#include "games/super_chess/rules/snapshot.hpp"

namespace octomate::super_chess {

/// The letters of the rights to castle, in the order of their bits.
inline constexpr std::string_view right_letters = "KQkq";

/// The set-up of chess, White to move.
const Snapshot& initial_state();

/// Reads the notation of section 14 and judges what it says.
Expected<Read<Position>, Faults> read_position(std::string_view text);

/// The notation of section 14, normalised.
std::string write_position(const Position& position);

/// The first five fields of a state.
std::string write_snapshot(const Snapshot& state);

/// One stack as a FEN writes it on a square: "(R[q]N)".
std::string write_stack(Stack stack, Square square);

/// Whether the men of both sides can make a position: king-like ones, at most one king each, no pawn alone on
/// its last rank, and whoever is not to move not in check.
bool is_valid(const Snapshot& state);

/// Those of the rights to castle that king and rooks bear out.
CastlingRights possible_castling(const Board& board);

/// The squares that a double step of the side not to move can have passed just now (section 6).
Bitboard possible_en_passant(const Board& board, Color turn);

/// The identity that a rook ('R') or pawn ('P') has where it stands, if nothing else is said (section 14).
std::optional<Identity> usual_identity(char man, Color side, Square square);

/// A rook or pawn without an identity.
struct Nameless {
    Square square = 0;
    int at = 0;  ///< place in the stack, from the bottom
};

/// Gives each of them one, in the order in which they are listed: the usual one where it is free, else the
/// first that is free (section 14). False if there are not enough.
bool name_them(Board& board, Color side, IdentitySet taken, const std::vector<Nameless>& nameless);

}  // namespace octomate::super_chess
