#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace octomate {

/// A piece that gives check after a move.
struct CheckBy {
    enum class How : std::uint8_t {
        Any,
        Moved,       ///< the piece that moved
        Displaced,   ///< one with which it changed places
        Discovered,  ///< another one
    };

    char letter = '?';  ///< of the piece, upper case; ? for any
    How how = How::Any;
};

/// A side of the game. White moves first and climbs the ranks.
enum class Color : std::uint8_t { White, Black };

/// The other side.
constexpr Color operator!(Color color) { return color == Color::White ? Color::Black : Color::White; }

/// Index for tables by side: 0 White, 1 Black.
constexpr std::size_t index(Color color) { return static_cast<std::size_t>(color); }

/// "white" or "black", as the records spell it.
constexpr std::string_view name(Color color) { return color == Color::White ? "white" : "black"; }

/// "White" or "Black", as people read it.
constexpr std::string_view side_text(Color color) { return color == Color::White ? "White" : "Black"; }

/// Whether a game goes on, and if not, how it ended. What ended it is the game's own affair.
enum class Outcome : std::uint8_t { Ongoing, Draw, White, Black };

/// The game won by a side.
constexpr Outcome won_by(Color winner) { return winner == Color::White ? Outcome::White : Outcome::Black; }

/// The chance to win, a draw being half of one, that a value says: -1 is lost, 1 won.
constexpr double chance_of(double value) { return (1 + value) / 2; }

/// How scores write it: "1-0", "0-1", "1/2-1/2", or "*" for a game that goes on.
constexpr std::string_view result_text(Outcome outcome) {
    switch (outcome) {
        case Outcome::White: return "1-0";
        case Outcome::Black: return "0-1";
        case Outcome::Draw: return "1/2-1/2";
        case Outcome::Ongoing: break;
    }
    return "*";
}

/// Returns the time `seconds` from now; the end of all time for 0.
inline std::chrono::steady_clock::time_point deadline_in(double seconds) {
    using Clock = std::chrono::steady_clock;
    if (seconds <= 0) return Clock::time_point::max();
    return Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

/// What the sides try to reach.
enum class StipulationKind : std::uint8_t {
    Direct,  ///< the side to move reaches the goal against the best defence
    Help,  ///< both sides cooperate; the side to move reaches it if a half move is left over, else the other
    Self,  ///< the side to move forces the other to reach it against its will
    Reflex,      ///< the same, but a side that can reach it with its next move must
    Series,      ///< the side to move has all the moves
    SeriesHelp,  ///< the side to move has all the moves, then the other reaches the goal with one
};

/// What the last move does: it wins the game, or draws it. In chess these are mate and stalemate.
enum class Goal : std::uint8_t { Mate, Stalemate };

/// What a puzzle asks for.
struct Stipulation {
    StipulationKind kind = StipulationKind::Direct;
    Goal goal = Goal::Mate;
    int half_moves = 2;  ///< twice the number of moves; odd only in Help

    /// The number of moves, rounded up.
    constexpr int moves() const { return (half_moves + 1) / 2; }

    /// Whether it is a mate in `moves()` moves, which is what a puzzle without a stipulation asks for.
    constexpr bool is_plain() const { return kind == StipulationKind::Direct && goal == Goal::Mate; }

    /// Whether no side resists, so that there are lines that fulfil it rather than first moves that force it.
    constexpr bool has_lines() const { return kind == StipulationKind::Help || is_series(); }

    /// Whether there are lines, each of which ends with a mate.
    constexpr bool ends_in_mates() const { return has_lines() && goal == Goal::Mate; }

    /// Whether one side has several moves in a row.
    constexpr bool is_series() const {
        return kind == StipulationKind::Series || kind == StipulationKind::SeriesHelp;
    }

    bool operator==(const Stipulation&) const = default;
};

/// Checks whether two names are equal but for the case of ASCII letters.
constexpr bool same_name(std::string_view one, std::string_view other) {
    const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c; };
    return std::equal(one.begin(), one.end(), other.begin(), other.end(),
                      [&](char a, char b) { return lower(a) == lower(b); });
}

}  // namespace octomate
