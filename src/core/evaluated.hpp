#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <vector>

#include "core/position.hpp"

namespace octomate {

/// A game that evaluates positions: `evaluate()` is the chance of the side to move to win less that to lose,
/// before the roll, -1…1; exactly that where the game is over, and the same for positions that a symmetry of
/// the game makes equal. All values are multiples of 2^-20, so that their means over an eight-sided die are
/// exact some plies deep.
template <class P>
concept Evaluated = Position<P> && requires(const P& position) {
    { position.evaluate() } -> std::same_as<double>;
};

/// A game that evaluates the position after a legal move, for the mover, at less cost than playing the move.
template <class P>
concept EvaluatesMoves = Evaluated<P> && requires(const P& position, typename P::Move move) {
    { position.value_after(move) } -> std::same_as<double>;
};

/// How strong a player is that looks ahead.
struct Strength {
    std::uint64_t nodes = 0;  ///< positions evaluated for a move; 0: no bound
    int depth = 64;           ///< plies, the move included
    int width = 3;            ///< moves of a face that are looked at more than one ply deep; 0: all
    double noise = 0;         ///< how far its values of moves are off, as a rule
    double sight = 1;         ///< the chance to see a move of subtlety 1; of subtlety n, its n-th power
};

inline constexpr int strengths = 8;

/// A game whose levels have strengths of their own, from the weakest.
template <class P>
concept SetsStrengths = requires {
    { P::level_strengths } -> std::convertible_to<const std::array<Strength, strengths>&>;
};

/// A game that knows how easily a legal move is overlooked: 0 for a plain one.
template <class P>
concept TellsSubtlety = Position<P> && requires(const P& position, typename P::Move move) {
    { position.subtlety_of(move) } -> std::same_as<int>;
};

/// A game whose positions tell whether they were there before.
template <class P>
concept TellsRepetition = Position<P> && requires(const P& position) {
    { position.repeats() } -> std::same_as<bool>;
};

/// The inputs of a position's evaluation: the side to move wins with probability `sure`, and of the rest with
/// the logistic function of a sum of weights, one for each fact.
struct Facts {
    /// Indices of weights to add; a negative number `n` subtracts the weight at index `-1 - n`.
    std::vector<std::int16_t> facts;
    double sure = 0;  ///< the share of the rolls that win at once
};

/// A game that reports what the evaluation of a position rests on.
template <class P>
concept Tunable = Evaluated<P> && requires(const P& position, Facts& facts) {
    { position.facts(facts) } -> std::same_as<bool>;  // false where the game is over
};

}  // namespace octomate
