#pragma once

#include "board/board.hpp"
#include "rules/superpermutation/move.hpp"

namespace octomate::superpermutation {

inline namespace OCTOMATE_ISA {

/// The board after a legal move of `Us`, unusual ones included.
template <class Rules, Color Us>
[[gnu::noinline]] board::Board after_special(const board::Board& before, Move move) {
    using namespace board;
    if (move.teleport()) {
        Board after = before;
        after.swap(move.from, move.to);
        return after;
    }
    const Square end = move.end(Us);
    Board after = before.carried<Us>(move.from, move.to, file_between<Us>(move.to, end), end);
    if (contains(before.pawns(), move.from)) {
        if (move.promotes()) after.promote(end, move.promotion());
    } else if (rank_of(move.to) == relative_rank(Us, 0) && contains(after.pawns() & after.of(!Us), move.to)) {
        after.promote(move.to, Rules::chooses_forced_promotion ? move.promotion() : Kind::Queen);
    }
    return after;
}

/// The board after a legal move of `Us`.
template <class Rules, Color Us>
OCTOMATE_HOT board::Board after(const board::Board& before, Move move) {
    const bool plain =
        move.swaps == 0 && move.effect == Effect::None && !board::contains(before.occupied(), move.to);
    return plain ? before.moved(move.from, move.to) : after_special<Rules, Us>(before, move);
}

}  // namespace OCTOMATE_ISA

}  // namespace octomate::superpermutation
