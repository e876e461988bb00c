#pragma once

#include <cstddef>

#include "core/position.hpp"

namespace octomate::solver {

/// The moves that win the game at once for the side to move, each once, in no particular order.
template <Position P>
void find_wins(const P& position, MoveList<P>& out) {
    if constexpr (FindsWins<P>) {
        position.winning_moves(out);
    } else {
        const Outcome won = won_by(position.turn());
        MoveList<P> moves;
        position.legal_moves(moves);
        out.clear();
        for (const auto& move : moves) {
            if (position.play(move).outcome() == won) out.push_back(move);
        }
    }
}

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
