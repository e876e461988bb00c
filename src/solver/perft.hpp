#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/position.hpp"
#include "solver/faces.hpp"

namespace octomate::solver {

/// How `perft` counts moves that depend on a roll.
enum class RollCount : std::uint8_t {
    None,  ///< each legal move once, whichever rolls allow it
    Sum,   ///< each legal move once for every roll that allows it, so a free move counts on each free face
};

/// Sets `weights[i]` to the total weight of the rolls that allow `moves[i]`. `moves` must be all legal moves.
template <Position P>
void weigh_by_rolls(const P& position, const MoveList<P>& moves, std::vector<std::uint64_t>& weights) {
    weights.assign(moves.size(), 0);
    MoveList<P> allowed;
    for (const auto& chance : position.rolls()) {
        position.legal_moves(chance.roll, allowed);
        for (const auto& move : allowed) {
            const auto index = std::find(moves.begin(), moves.end(), move) - moves.begin();
            weights[static_cast<std::size_t>(index)] += chance.weight;
        }
    }
}

/// `weigh_by_rolls` for a game in which each move names its roll: a roll that no move fits allows every move.
template <MovesByRoll P>
void weigh_by_rolls(const P& position, const MoveList<P>& moves, std::vector<std::uint64_t>& weights) {
    weights.assign(moves.size(), 0);
    for (const auto& chance : position.rolls()) {
        bool fits_some = false;
        for (std::size_t index = 0; index < moves.size(); ++index) {
            if (position.roll_of(moves[index]) != chance.roll) continue;
            fits_some = true;
            weights[index] += chance.weight;
        }
        if (fits_some) continue;
        for (std::uint64_t& weight : weights) weight += chance.weight;
    }
}

template <Position P>
std::uint64_t perft(const P& position, int depth, RollCount rolls = RollCount::None,
                    const std::atomic<bool>* stop = nullptr);

/// Returns the number of sequences of `depth` legal plies, 1 at depth 0, without hashing or symmetry. Calls
/// `divide(move, count)` for each first move, with the number of sequences that begin with it, times its
/// weight under RollCount::Sum. Stops early once `*stop` is set; the result is then meaningless.
template <Position P, class Divide>
std::uint64_t perft(const P& position, int depth, RollCount rolls, Divide divide,
                    const std::atomic<bool>* stop = nullptr) {
    if (depth <= 0) return 1;
    MoveList<P> moves;
    position.legal_moves(moves);
    std::vector<std::uint64_t> weights;
    if (rolls == RollCount::Sum) weigh_by_rolls(position, moves, weights);

    std::uint64_t count = 0;
    for (std::size_t index = 0; index < moves.size() && !(stop && *stop); ++index) {
        const std::uint64_t continuations =
            depth == 1 ? 1 : perft(position.play(moves[index]), depth - 1, rolls, depth > 3 ? stop : nullptr);
        const std::uint64_t lines = rolls == RollCount::Sum ? weights[index] * continuations : continuations;
        divide(moves[index], lines);
        count += lines;
    }
    return count;
}

/// `perft` without the counts per first move; counts the last ply without playing it.
template <Position P>
std::uint64_t perft(const P& position, int depth, RollCount rolls, const std::atomic<bool>* stop) {
    if constexpr (CountsLines<P>) {
        if (depth > 0 && rolls == RollCount::None && !stop) return position.count_lines(depth);
    }
    if (depth == 1 && rolls == RollCount::None) return count_moves(position);
    return perft(
        position, depth, rolls, [](const typename P::Move&, std::uint64_t) {}, stop);
}

}  // namespace octomate::solver
