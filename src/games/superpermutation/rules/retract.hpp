#pragma once

#include <vector>

#include "games/superpermutation/rules/position.hpp"

namespace octomate::superpermutation {

/// A position and a legal move in it.
template <class Rules>
struct Retraction {
    Position<Rules> before;
    Move move;
};

/// All valid positions from which a legal move leads to a position, each with that move, in no particular
/// order. Of a position only men and side to move are known, so it says nothing of what cannot be seen on the
/// board; how many men a game begins with does not count.
template <class Rules>
std::vector<Retraction<Rules>> retract(const Position<Rules>& after);

}  // namespace octomate::superpermutation
