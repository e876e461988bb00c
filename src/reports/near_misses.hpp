#pragma once

#include <algorithm>
#include <cstddef>

#include "core/written.hpp"
#include "solver/faces.hpp"

namespace octomate::reports {

/// How many answers a legal move leaves that checks; 0 if it mates or does not check.
template <Written P>
std::size_t answers_to_check(const P& position, const typename P::Move& move) {
    const P after = position.play(move);
    return after.in_check() ? solver::count_moves(after) : 0;
}

/// All moves that check and leave one answer, in order.
template <Written P>
MoveList<P> near_misses(const P& position) {
    MoveList<P> moves, tries;
    position.legal_moves(moves);
    for (const auto& move : moves) {
        if (answers_to_check(position, move) == 1) tries.push_back(move);
    }
    std::sort(tries.begin(), tries.end());
    return tries;
}

/// The first reply in a position that has one.
template <Written P>
typename P::Move only_reply(const P& position) {
    MoveList<P> replies;
    position.legal_moves(replies);
    return replies[0];
}

}  // namespace octomate::reports
