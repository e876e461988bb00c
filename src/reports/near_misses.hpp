#pragma once

#include <algorithm>
#include <cstddef>

#include "core/written.hpp"
#include "solver/count_moves.hpp"

namespace octomate::reports {

/// All moves that check and leave one reply, in order.
template <Written P>
MoveList<P> near_misses(const P& position) {
    MoveList<P> moves, misses;
    position.legal_moves(moves);
    for (const auto& move : moves) {
        const P after = position.play(move);
        if (after.in_check() && solver::count_moves(after) == 1) misses.push_back(move);
    }
    std::sort(misses.begin(), misses.end());
    return misses;
}

/// The first reply in a position that has one.
template <Written P>
typename P::Move only_reply(const P& position) {
    MoveList<P> replies;
    position.legal_moves(replies);
    return replies[0];
}

}  // namespace octomate::reports
