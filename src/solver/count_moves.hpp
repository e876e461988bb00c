#pragma once

#include <cstddef>

#include "core/position.hpp"

namespace octomate::solver {

/// The number of legal moves, whatever roll they need.
template <Position P>
std::size_t count_moves(const P& position) {
    if constexpr (CountsMoves<P>) {
        return position.count_legal_moves();
    } else {
        MoveList<P> moves;
        position.legal_moves(moves);
        return moves.size();
    }
}

}  // namespace octomate::solver
