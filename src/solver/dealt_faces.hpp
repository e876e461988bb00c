#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "core/position.hpp"
#include "solver/dealt_moves.hpp"
#include "solver/fold.hpp"

namespace octomate::solver {

/// What is known of a face from one of its moves.
struct Probe {
    Interval move;  ///< what the move is worth
    Interval face;  ///< what the face is worth then
};

/// As `over_faces_by_roll`, for a game that knows the roll of a move: each move is looked at once, whatever
/// number of faces leave it free. `moves` are all legal ones, the most promising first; they are put in the
/// order of their rolls. With `probe` one move of each face is looked at before the others (Ballard's Star2),
/// since what the chooser has on all faces may be enough already.
template <MovesByRoll P, class MoveValue>
Interval over_dealt_faces(const P& position, MoveList<P>& moves, Dice dice, Choice choice, std::uint64_t one,
                          const Window& window, bool probe, MoveValue value) {
    const DealtMoves<P> dealt(position, moves);
    const auto hands = dealt.hands();
    Fold<P::chance_unit> fold(dice, dealt.total(), one, dealt.free(), choice);
    std::array<Probe, P::chance_unit> probes;
    std::fill_n(probes.begin(), hands.size(), Probe{{0, one}, {0, one}});
    if (probe && hands.size() > 1 && fold.can_learn(window)) {
        for (std::size_t at = 0; at < hands.size(); ++at) {
            const auto& hand = hands[at];
            const Interval move = value(*hand.first, fold.window(window, hand.weight));
            probes[at] = {move, fold.learn(move, hand.weight)};
            if (outside(fold.bounds(), window)) return fold.bounds();
        }
    }
    for (std::size_t at = 0; at < hands.size(); ++at) {
        const auto& hand = hands[at];
        const Probe& known = probes[at];
        const auto value_once = [&](const auto& move, const Window& of_move) {
            return &move == hand.first && outside(known.move, of_move) ? known.move : value(move, of_move);
        };
        fold.add(over_moves(hand, choice, one, fold.window(window, hand.weight, known.face), value_once),
                 hand.weight, known.face);
        if (outside(fold.bounds(), window)) break;
    }
    return fold.bounds();
}

}  // namespace octomate::solver
