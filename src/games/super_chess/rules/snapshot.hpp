#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "core/position_key.hpp"
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

/// A side's Hourglass with a rook that is not used, of several the one that a FEN tells first; none: the side
/// cannot travel.
std::optional<Square> usable_hourglass(const Board& board, Color side, IdentitySet used);

/// What a time travel makes of an earlier state: every Hourglass whose rooks are both used is a Cathedral.
Snapshot returned(const Snapshot& earlier, const Used& used);

/// Equal for equal states.
PositionKey key_of(const Snapshot& state);

}  // namespace octomate::super_chess
