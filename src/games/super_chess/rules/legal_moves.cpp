#include "games/super_chess/rules/generator.hpp"
#include "games/super_chess/rules/snapshot.hpp"

namespace octomate::super_chess {

namespace {

template <class Sink>
void generate(const Snapshot& state, const Used& used, Sink& sink) {
    Generator<Sink>(state, used[octomate::index(state.turn)], sink).run();
}

struct Lister {
    Moves& out;

    bool operator()(Turn turn, Square from, Bitboard to, SuffixSet suffixes, SuffixSet left) {
        while (to) {
            const Square square = board8::pop_first(to);
            for (unsigned on_left = left; on_left; on_left &= on_left - 1) {
                for (unsigned on = suffixes; on; on &= on - 1) {
                    out.push_back({turn, from, square, static_cast<Suffix>(std::countr_zero(on)),
                                   static_cast<Suffix>(std::countr_zero(on_left))});
                }
            }
        }
        return true;
    }
};

struct Counter {
    std::size_t sum = 0;

    bool operator()(Turn, Square, Bitboard to, SuffixSet suffixes, SuffixSet left) {
        std::size_t bundle = static_cast<std::size_t>(count(to));
        if ((suffixes & (suffixes - 1)) != 0) bundle *= static_cast<std::size_t>(std::popcount(suffixes));
        if ((left & (left - 1)) != 0) bundle *= static_cast<std::size_t>(std::popcount(left));
        sum += bundle;
        return true;
    }
};

struct Any {
    bool found = false;

    bool operator()(Turn, Square, Bitboard, SuffixSet, SuffixSet) {
        found = true;
        return false;
    }
};

}  // namespace

void list_turns(const Snapshot& state, const Used& used, Moves& out) {
    Lister lister{out};
    generate(state, used, lister);
}

std::size_t count_turns(const Snapshot& state, const Used& used) {
    Counter counter;
    generate(state, used, counter);
    return counter.sum;
}

bool has_turn(const Snapshot& state, const Used& used) {
    Any any;
    generate(state, used, any);
    return any.found;
}

bool must_split_coward(const Snapshot& state, const Used& used) {
    Any any;
    return Generator<Any>(state, used[octomate::index(state.turn)], any).gives_splits_of_coward();
}

bool is_mated(const Snapshot& state, const Used& used, bool has_history) {
    if (!in_check(state.board, state.turn)) return false;
    if (has_turn(state, used)) return false;  // nor a duty, then
    return !has_history || !usable_hourglass(state.board, state.turn, used[octomate::index(state.turn)]);
}

namespace {

/// Calls `take(move)` for the turns that win at once, until it returns false.
template <class Take>
void each_win(const Snapshot& state, const Used& used, Take take) {
    const Color us = state.turn;
    Moves moves;
    list_turns(state, used, moves);
    for (const Move& move : moves) {
        Snapshot after = state;
        play_turn(after, move);
        const bool wins = (high_grounds(after.board) & after.board.of(us)) || is_mated(after, used, true);
        if (wins && !take(move)) return;
    }
}

}  // namespace

void list_wins(const Snapshot& state, const Used& used, Moves& out) {
    each_win(state, used, [&](Move move) {
        out.push_back(move);
        return true;
    });
}

bool can_win(const Snapshot& state, const Used& used) {
    bool found = false;
    each_win(state, used, [&](Move) { return !(found = true); });
    return found;
}

}  // namespace octomate::super_chess
