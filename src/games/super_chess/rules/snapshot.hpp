#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/fault.hpp"
#include "core/random.hpp"
#include "games/super_chess/rules/board.hpp"
#include "games/super_chess/rules/move.hpp"

namespace octomate::super_chess {

/// Rights to castle, by bit: 2 · side for the king's rook's side, one more for the queen's.
using CastlingRights = std::uint8_t;

constexpr CastlingRights right_of(Color side, bool kings_side) {
    return static_cast<CastlingRights>(1U << (2 * octomate::index(side) + (kings_side ? 0U : 1U)));
}

/// The first and the last rank of a side, 0…7.
constexpr int home_rank(Color side) { return side == Color::White ? 0 : 7; }
constexpr int last_rank(Color side) { return 7 - home_rank(side); }

constexpr Square king_home(Color side) { return 8 * home_rank(side) + 4; }
constexpr Square rook_home(Color side, bool kings_side) { return 8 * home_rank(side) + (kings_side ? 7 : 0); }

/// One step forward.
constexpr int forward(Color side) { return side == Color::White ? 8 : -8; }

/// White and Black: the light squares are those that h1 is like.
constexpr bool is_light(Square square) { return ((file_of(square) + rank_of(square)) & 1) != 0; }

/// The duty to split a Cowardly King begins with so many turns (section 11).
inline constexpr int turns_of_grace = 10;

/// A state of the game that time travel may return to (section 10): all but what is used and the history.
struct Snapshot {
    Board board;
    Color turn = Color::White;
    CastlingRights castling = 0;
    std::int8_t en_passant = -1;  ///< the square that the last double step passed; none: -1
    /// Own completed turns that began with king and rook alone (section 11), by side.
    std::array<std::uint32_t, 2> bare_turns{};

    bool operator==(const Snapshot&) const = default;
};

/// Rooks that travelled in time, by side: never taken back (section 10).
using Used = std::array<IdentitySet, 2>;

/// Plays a legal move that is no time travel.
void play_turn(Snapshot& state, Move move);

/// A side's Hourglass with a rook that is not used, of several the first in a FEN; none: the side
/// cannot travel.
std::optional<Square> usable_hourglass(const Board& board, Color side, IdentitySet used);

/// What a time travel makes of an earlier state: every Hourglass whose rooks are both used is a Cathedral.
Snapshot returned(const Snapshot& earlier, const Used& used);

/// Equal for equal states.
PositionKey key_of(const Snapshot& state);

// Of the legal turns that are no time travel; `used`: of both sides.

/// Appends them, each once, in no particular order.
void list_turns(const Snapshot& state, const Used& used, Moves& out);

std::size_t count_turns(const Snapshot& state, const Used& used);

bool has_turn(const Snapshot& state, const Used& used);

/// Those that win at once: they climb to the High Ground, or leave the opponent in check without a turn, and
/// without a rook to travel with.
void list_wins(const Snapshot& state, const Used& used, Moves& out);

/// Whether there is one.
bool can_win(const Snapshot& state, const Used& used);

/// Whether the side to move must split its Cowardly King (section 11), and can: then it cannot travel either.
bool must_split_coward(const Snapshot& state, const Used& used);

/// Whether the side to move is in check and has no turn, time travel included.
bool is_mated(const Snapshot& state, const Used& used, bool has_history);

/// The letters of the rights to castle, in the order of their bits.
inline constexpr std::string_view right_letters = "KQkq";

/// The set-up of chess, White to move.
const Snapshot& initial_state();

/// The first five fields of a state.
std::string write_snapshot(const Snapshot& state);

/// One stack as a FEN writes it on a square: "(R[q]N)".
std::string write_stack(Stack stack, Square square);

/// Whether the men of both sides can make a position: king-like ones, at most one king each, no pawn alone on
/// its last rank, and the side not to move not in check.
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
