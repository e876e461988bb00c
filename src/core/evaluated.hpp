#pragma once

#include <concepts>
#include <cstdint>
#include <vector>

#include "core/position.hpp"

namespace octomate {

/// A game that can guess who wins: `evaluate()` is the chance of the side to move to win less that to lose,
/// before the roll, -1…1; exactly that where the game is over, and the same for positions that a symmetry of
/// the game makes equal. All values are multiples of 2^-20, so that their means over an eight-sided die are
/// exact some plies deep.
template <class P>
concept Evaluated = Position<P> && requires(const P& position) {
    { position.evaluate() } -> std::same_as<double>;
};

/// A game that tells how easily a legal move is overlooked: 0 for a plain one.
template <class P>
concept TellsSubtlety = Position<P> && requires(const P& position, typename P::Move move) {
    { position.subtlety_of(move) } -> std::same_as<int>;
};

/// What the guess of a position rests on, for those who judge or tune it: a chance of `sure`, and for the
/// rest the logistic function of a sum of weights.
struct Facts {
    /// Numbers of the facts that hold for the side to move and, less 1 and negative, of those that hold for
    /// the other side to the same effect.
    std::vector<std::int16_t> facts;
    double sure = 0;  ///< the share of the rolls that win at once
};

}  // namespace octomate
