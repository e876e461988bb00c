#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "games/superpermutation/rules/position.hpp"

namespace octomate::superpermutation {

/// A position and a legal move in it.
template <class Rules>
struct Retraction {
    Position<Rules> before;
    Move move;
};

/// Returns all valid positions from which a legal move leads to `after`, each with its move, in no particular
/// order. Includes positions that no game can reach, such as those with more pieces than the initial array.
template <class Rules>
std::vector<Retraction<Rules>> retract(const Position<Rules>& after);

/// When to end the search for a game.
struct ProofLimits {
    std::uint64_t nodes = 0;                               ///< greatest number of positions; 0: no limit
    std::function<bool()> is_over = [] { return false; };  ///< called regularly; true ends the search
};

/// The result of the search for a game that leads to a position.
template <class Rules>
struct Proof {
    enum class Verdict { Proven, Illegal, Undecided };

    Verdict verdict = Verdict::Undecided;
    std::vector<Move> game;  ///< if `Proven`: the moves from the initial array to the position
    bool shortest = false;   ///< whether it is proven that no game is shorter
    int least_plies = 0;     ///< a lower bound of the number of plies of any game
    /// If `Illegal`: the position, and all positions from which moves lead to it and whose pieces are
    /// possible (see PieceCount). The initial array is not among them.
    std::vector<Position<Rules>> ancestors;
    std::uint64_t nodes = 0;  ///< the number of positions generated
};

/// Searches for a game that leads from the initial array to `position`, in which both sides must have
/// possible pieces (see PieceCount). Finds a shortest game if it has few plies, otherwise any game. The
/// verdict is `Illegal` if the search exhausts all ancestors of the position without reaching the initial
/// array, and `Undecided` if a limit ends it.
template <class Rules>
Proof<Rules> prove(const Position<Rules>& position, const ProofLimits& limits);

}  // namespace octomate::superpermutation
