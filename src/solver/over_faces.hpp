#pragma once

#include <algorithm>
#include <cstdint>

#include "core/position.hpp"
#include "solver/bounds_table.hpp"
#include "solver/fold.hpp"

namespace octomate::solver {

/// Folds the faces of a position, each worth at most `one`, roll by roll: the best of its moves for the
/// chooser. `allowed(roll, out)` lists them and tells whether they are bound; `value(move, window)` is the
/// value of a move. {0, 0} where there are none.
template <Position P, class Allowed, class MoveValue>
Interval over_faces_by_roll(const P& position, Dice dice, Choice choice, std::uint64_t one,
                            const Window& window, Allowed allowed, MoveValue value) {
    const auto rolls = position.rolls();
    auto fold = fold_over<P::chance_unit>(dice, rolls, one);
    MoveList<P> moves, free_moves;
    std::uint64_t free = 0;  // the weight of the rolls that leave the move free: one face, which comes last
    for (const auto& chance : rolls) {
        const Freedom freedom = allowed(chance.roll, moves);
        if (moves.empty()) return {0, 0};  // of all rolls: the game is over
        if (freedom == Freedom::Free) {
            free += chance.weight;
            free_moves = moves;
            continue;
        }
        fold.add(over_moves(moves, choice, one, fold.window(window, chance.weight), value), chance.weight);
        if (outside(fold.bounds(), window)) return fold.bounds();
    }
    if (free > 0) fold.add(over_moves(free_moves, choice, one, fold.window(window, free), value), free);
    return fold.bounds();
}

/// Looks a position up in the table before `search()` does its work, and keeps what that proves. Values are
/// at most `one`; `depth` tells kinds of nodes apart.
template <class Search>
Interval remember(BoundsTable& table, const PositionKey& key, int depth, const Window& window,
                  std::uint64_t one, Search search) {
    const Interval known = table.find(key, depth).value_or(Interval{0, one});
    if (outside(known, window)) return known;
    Interval found = search();
    found = {std::max(found.lower, known.lower), std::min(found.upper, known.upper)};
    table.keep(key, depth, found);
    return found;
}

}  // namespace octomate::solver
