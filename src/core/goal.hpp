#pragma once

#include <cstdint>

namespace octomate {

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

    /// Whether it is a mate in so many moves, which is what a puzzle asks for that says no more.
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

}  // namespace octomate
