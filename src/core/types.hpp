#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace octomate {

/// The piece that gives check after a move, as far as a move text or a condition of a spec states it.
struct CheckBy {
    enum class Role : std::uint8_t {
        Any,
        Moved,       ///< the piece that moved
        Displaced,   ///< a piece that the moving piece swapped squares with
        Discovered,  ///< a piece that the move left on its square
    };

    char letter = '?';  ///< upper-case letter of the checking piece; ? for any piece
    Role role = Role::Any;
};

/// A side of the game. White moves first and towards higher ranks.
enum class Color : std::uint8_t { White, Black };

/// Returns the other side.
constexpr Color operator!(Color color) { return color == Color::White ? Color::Black : Color::White; }

/// Returns the index of a side in tables: 0 White, 1 Black.
constexpr std::size_t index(Color color) { return static_cast<std::size_t>(color); }

/// Returns "white" or "black", as records spell it.
constexpr std::string_view name(Color color) { return color == Color::White ? "white" : "black"; }

/// Returns "White" or "Black", as messages spell it.
constexpr std::string_view side_text(Color color) { return color == Color::White ? "White" : "Black"; }

/// The state of a game: ongoing, drawn or won by a side.
enum class Outcome : std::uint8_t { Ongoing, Draw, White, Black };

/// Returns the outcome in which `winner` has won.
constexpr Outcome won_by(Color winner) { return winner == Color::White ? Outcome::White : Outcome::Black; }

/// Converts a value from -1 (lost) to 1 (won) to an expected score from 0 to 1, where a draw is 1/2.
constexpr double chance_of(double value) { return (1 + value) / 2; }

/// Returns the result in PGN: "1-0", "0-1", "1/2-1/2", or "*" for an ongoing game.
constexpr std::string_view result_text(Outcome outcome) {
    switch (outcome) {
        case Outcome::White: return "1-0";
        case Outcome::Black: return "0-1";
        case Outcome::Draw: return "1/2-1/2";
        case Outcome::Ongoing: break;
    }
    return "*";
}

/// Returns the time `seconds` from now, or the greatest time point (no limit) if `seconds` is 0 or less.
inline std::chrono::steady_clock::time_point deadline_in(double seconds) {
    using Clock = std::chrono::steady_clock;
    if (seconds <= 0) return Clock::time_point::max();
    return Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

/// How the two sides play towards the goal of a puzzle.
enum class StipulationKind : std::uint8_t {
    Direct,      ///< the side to move reaches the goal against the best defence
    Help,        ///< both sides cooperate; the side that makes the last move reaches the goal
    Self,        ///< the side to move forces the unwilling opponent to reach the goal
    Reflex,      ///< as Self, but a side that can reach the goal with its next move must do so
    Series,      ///< the side to move makes all moves in a row and reaches the goal with the last
    SeriesHelp,  ///< the side to move makes its moves in a row, then the other side reaches the goal in one
};

/// The result of a solution's last move: a win (mate in chess) or a draw (stalemate in chess).
enum class Goal : std::uint8_t { Mate, Stalemate };

/// The goal of a puzzle, such as mate in two or helpmate in three.
struct Stipulation {
    StipulationKind kind = StipulationKind::Direct;
    Goal goal = Goal::Mate;
    int half_moves = 2;  ///< twice the number of moves; odd only in Help

    /// Returns the number of moves, rounded up.
    constexpr int moves() const { return (half_moves + 1) / 2; }

    /// Returns whether it is "mate in n moves", the stipulation that puzzles have by default.
    constexpr bool is_plain() const { return kind == StipulationKind::Direct && goal == Goal::Mate; }

    /// Returns whether no side resists, so that a solution is a line of moves rather than a forcing first
    /// move.
    constexpr bool has_lines() const { return kind == StipulationKind::Help || is_series(); }

    /// Returns whether solutions are lines that end with mate.
    constexpr bool ends_in_mates() const { return has_lines() && goal == Goal::Mate; }

    /// Returns whether one side makes several moves in a row.
    constexpr bool is_series() const {
        return kind == StipulationKind::Series || kind == StipulationKind::SeriesHelp;
    }

    bool operator==(const Stipulation&) const = default;
};

/// Checks whether two names are equal, ignoring the case of ASCII letters.
constexpr bool same_name(std::string_view a, std::string_view b) {
    const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c; };
    return a == b || std::equal(a.begin(), a.end(), b.begin(), b.end(),
                                [&](char x, char y) { return lower(x) == lower(y); });
}

}  // namespace octomate
