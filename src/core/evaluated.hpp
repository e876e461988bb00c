#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
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

/// What the evaluation of a position rests on, for those that judge or tune it: a chance of `sure`, and for
/// the rest the logistic function of a sum of weights.
struct Facts {
    /// Numbers of the facts that hold for the side to move and, less 1 and negative, of those that hold for
    /// the other side to the same effect.
    std::vector<std::int16_t> facts;
    double sure = 0;  ///< the share of the rolls that win at once
};

/// A game whose evaluation can be fitted to games: it says what each value rests on, and its weights can be
/// had and replaced, as numbers (logarithms of odds) and as text.
template <class P>
concept Tunable = Evaluated<P> &&
    requires(const P& position, Facts& facts, std::string_view text, const std::vector<double>& weights) {
    { position.facts(facts) } -> std::same_as<bool>;  // false where the game is over
    // The facts of one position are of one and the same block of so many.
    { P::facts_together() } -> std::same_as<std::size_t>;
    { P::weights() } -> std::same_as<std::vector<double>>;
    // For all positions from now on, rounded as the text holds them; not while positions are evaluated.
    { P::use_weights(weights) } -> std::same_as<void>;
    { P::weights_text(weights) } -> std::same_as<std::string>;
    // Throws std::invalid_argument, a sentence.
    { P::weights_in(text) } -> std::same_as<std::vector<double>>;
};

}  // namespace octomate
