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

/// All valid positions from which a legal move leads to a position, each with that move, in no particular
/// order. Of a position only pieces and side to move are known, so it says nothing of what cannot be seen on
/// the board; how many pieces a game begins with does not count.
template <class Rules>
std::vector<Retraction<Rules>> retract(const Position<Rules>& after);

/// How far to search for a game that leads to a position.
struct ProofLimits {
    std::uint64_t nodes = 0;                               ///< positions looked at; 0: no limit
    std::function<bool()> is_over = [] { return false; };  ///< asked now and then
};

/// What is known of how a position arose.
template <class Rules>
struct Proof {
    enum class Verdict { Proven, Illegal, Undecided };

    Verdict verdict = Verdict::Undecided;
    std::vector<Move> game;  ///< from the usual array to the position, if it is proven
    bool shortest = false;   ///< no game is shorter
    int least = 0;           ///< no game of fewer plies leads there
    /// Of an illegal position: itself and all positions from which it can have arisen. Nothing leads into
    /// them but positions with more pieces than a game can give a side.
    std::vector<Position<Rules>> ancestors;
    std::uint64_t nodes = 0;  ///< positions looked at
};

/// Searches for a game that leads to a position in which both sides have possible pieces (see MenCount): a
/// shortest one where it has few plies, else any. Illegal is a position whose ancestors are few and the array
/// is not among them.
template <class Rules>
Proof<Rules> prove(const Position<Rules>& position, const ProofLimits& limits);

}  // namespace octomate::superpermutation
