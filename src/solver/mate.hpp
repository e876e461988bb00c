#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cassert>
#include <cstdint>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

#include "core/position.hpp"
#include "solver/bounds_table.hpp"
#include "solver/faces.hpp"
#include "solver/fold.hpp"
#include "solver/mate_options.hpp"
#include "solver/mate_result.hpp"
#include "solver/parallel.hpp"

// The search for mates: with which probability (or certainty) does the side to move win within n moves?
//
// A depth-first search alternates between rolls of ours (`before_ours`) and of the opponent
// (`before_theirs`). Below a roll, `search_faces` combines the best move of each face with windows from
// solver/fold.hpp, so most moves are cut off. Values are exact integers (see MateUnits). The transposition
// table keeps proven bounds of a position and depth. Moves are sorted by a search that is one move shorter,
// which makes cutoffs early. The root is searched with 2 moves, then with 3, …: a mate found with fewer moves
// remains one, so if a limit stops the search, the lower bounds found so far hold.

namespace octomate::solver {

/// Computes the value of a position for the side to move, "us", which has at most `moves` moves:
///   * game over: 1 if we have won, else 0,
///   * before our roll: the faces combined by `dice`; a face is worth the greatest value of its moves,
///   * before the opponent's roll: the faces combined by `dice`; a face is worth the least (Defence::Best) or
///     the greatest (Defence::Help) value of its moves,
///   * after our last move: 1 if it has won, else 0.
/// Values are integers in the units of MateUnits; nothing is rounded.
template <Position P>
class MateSearch {
  public:
    using Move = typename P::Move;

    /// The greatest `moves` with which no value overflows 64 bits.
    static constexpr int most_moves(Dice dice) { return MateUnits<P>::most_moves(dice); }

    explicit MateSearch(const MateOptions& options)
        : options_(options), units_(options.dice), table_(options.moves > 2 ? options.hash_bytes : 0) {}

    /// Returns the value of every face and of the whole position; only bounds if a limit was hit. The
    /// transposition table stays filled for the next call.
    MateResult<P> solve(const P& position) {
        budget_.reset();
        us_ = position.turn();
        MateResult<P> result;
        result.face_unit = units_.after_ours(options_.moves - 1);
        result.total_unit = units_.before_ours(options_.moves);
        const Root root = solve_root(position);
        const auto rolls = position.rolls();
        auto fold = fold_over<chance_unit>(options_.dice, rolls, result.face_unit);
        MoveList<P> allowed;
        for (const auto& chance : rolls) {
            position.legal_moves(chance.roll, allowed);
            const MateFace<P>& face =
                result.faces.emplace_back(face_of<P>(chance.roll, allowed, root.moves, root.values));
            fold.add(face.value, chance.weight);
            result.complete = result.complete && face.value.exact();
        }
        result.total = fold.bounds();
        find_forced(position, result);
        result.nodes = budget_.nodes();
        return result;
    }

  private:
    using Value = std::uint64_t;
    static constexpr Value infinity = std::numeric_limits<Value>::max();
    static constexpr unsigned chance_unit = P::chance_unit;
    static constexpr int max_run = plies_in_a_row<P>;
    /// True if the side to move alternates strictly, so that it need not be read from the position.
    static constexpr bool sides_alternate = chance_unit > 1 && max_run == 1;

    /// The legal moves of the root, sorted, with bounds of their values. The values of the best moves of each
    /// roll become exact; for the others an upper bound is enough.
    struct Root {
        MoveList<P> moves;
        MoveList<P> wins;
        std::vector<Interval> values;
        std::vector<std::size_t> order;  ///< indices of the moves, the most promising first
    };

    /// Returns bounds of the value of `position` before a roll: see `search_faces_by_roll`. Ignores the list
    /// of all legal moves.
    template <class MoveValue>
    Interval search_faces(const P& position, MoveList<P>&, Choice choice, Value max_value,
                          const Window& window, MoveValue value) {
        return search_faces_by_roll(
            position, options_.dice, choice, max_value, window,
            [&](const typename P::Roll& roll, MoveList<P>& out) { return position.legal_moves(roll, out); },
            value);
    }

    /// `search_faces` for a game in which each move names its roll. `moves` must be all legal moves, the most
    /// promising first; sorts them by roll.
    template <class MoveValue>
    requires MovesByRoll<P> Interval search_faces(const P& position, MoveList<P>& moves, Choice choice,
                                                  Value max_value, const Window& window, MoveValue value) {
        return search_grouped_moves(position, moves, options_.dice, choice, max_value, window, options_.probe,
                                    value);
    }

    /// Returns bounds of the value before our roll, in units of `units_.before_ours(moves_left)`;
    /// `moves_left` moves of ours remain, at least 1. Bounds inside `window` are exact, unless a limit was
    /// hit.
    Interval before_ours(const P& position, int moves_left, const Window& window) {
        MoveList<P> wins;
        find_wins(position, wins);
        if (moves_left == 1) return value_before_last_roll(position, wins, window);
        if (budget_.count_node()) return {0, units_.before_ours(moves_left)};
        return look_up_or_search(
            position, (1 + max_run) * moves_left, window, units_.before_ours(moves_left), [&] {
                const Value max_value = units_.after_ours(moves_left - 1);
                MoveList<P> moves;
                position.legal_moves(moves);
                if (moves.empty()) return Interval{0, 0};
                if (moves_left == 2 || !units_.uses_means()) {
                    std::stable_partition(moves.begin(), moves.end(),
                                          [&](const Move& move) { return is_among(wins, move); });
                } else {
                    // Sorts by the values that a search one move shorter finds.
                    order(moves, Choice::Greatest, [&](const Move& move) {
                        if (is_among(wins, move)) return max_value;
                        return after_ours(position.play(move), moves_left - 2, {0, infinity}).lower;
                    });
                }
                return search_faces(position, moves, Choice::Greatest, max_value, window,
                                    [&](const Move& move, const Window& move_window) {
                                        if (is_among(wins, move)) return Interval{max_value, max_value};
                                        return after_ours(position.play(move), moves_left - 1, move_window);
                                    });
            });
    }

    /// Returns the value after a move of ours that did not win, in units of `units_.after_ours(moves_left)`;
    /// `moves_left` moves of ours remain.
    Interval after_ours(const P& position, int moves_left, const Window& window) {
        if (moves_left == 0) return {0, 0};
        if (sides_alternate || position.turn() != us_) return before_theirs(position, moves_left, 0, window);
        return scaled(units_.for_rolls(max_run), window,
                      [&](const Window& finer) { return before_ours(position, moves_left, finer); });
    }

    /// Returns the value before the opponent's roll, in units of `units_.before_theirs(moves_left, ply)`;
    /// `moves_left` moves of ours remain. The opponent has already made `ply` moves in a row. We have not
    /// won; if the game is over, the value is 0.
    Interval before_theirs(const P& position, int moves_left, int ply, const Window& window) {
        if (budget_.count_node()) return {0, units_.before_theirs(moves_left, ply)};
        return look_up_or_search(
            position, (1 + max_run) * moves_left + 1 + ply, window, units_.before_theirs(moves_left, ply),
            [&] {
                MoveList<P> moves;
                position.legal_moves(moves);
                if (moves.empty()) return Interval{0, 0};
                const Choice choice = options_.defence == Defence::Best ? Choice::Least : Choice::Greatest;
                if (moves_left > 1 && options_.dice != Dice::Some) {
                    // Without averaging, cutoffs are so frequent that a search of one move is a good enough
                    // estimate.
                    const int estimate_moves = units_.uses_means() ? moves_left - 1 : 1;
                    order(moves, choice, [&](const Move& move) {
                        return after_theirs(position.play(move), estimate_moves, ply, {0, infinity}).lower;
                    });
                }
                return search_faces(position, moves, choice, units_.before_theirs(moves_left, ply + 1),
                                    window, [&](const Move& move, const Window& move_window) {
                                        return after_theirs(position.play(move), moves_left, ply,
                                                            move_window);
                                    });
            });
    }

    /// Returns the value after a move of the opponent, in units of `units_.before_theirs(moves_left, ply +
    /// 1)`. The opponent made `ply` moves in a row before it; `moves_left` moves of ours remain.
    Interval after_theirs(const P& position, int moves_left, int ply, const Window& window) {
        if constexpr (!mover_never_loses<P>) {
            if (position.outcome() == won_by(us_)) {
                const Value max_value = units_.before_theirs(moves_left, ply + 1);
                return {max_value, max_value};
            }
        }
        if (!sides_alternate && position.turn() != us_) {
            if (position.outcome() != Outcome::Ongoing) return {0, 0};
            assert(!units_.uses_means() || ply + 1 < max_run);
            return before_theirs(position, moves_left, units_.uses_means() ? ply + 1 : 0, window);
        }
        return scaled(units_.for_rolls(max_run - ply - 1), window,
                      [&](const Window& finer) { return before_ours(position, moves_left, finer); });
    }

    /// Sorts `moves` by `estimate(move)`, the best for the chooser first, stably. Sorts only the first 256.
    template <class Estimate>
    static void order(MoveList<P>& moves, Choice choice, Estimate estimate) {
        std::array<Value, 256> values;
        const std::size_t count = std::min(moves.size(), values.size());
        Move* const move = &*moves.begin();
        for (std::size_t next = 0; next < count; ++next) {
            const Move moved = move[next];
            const Value value = estimate(moved);
            std::size_t slot = next;
            for (; slot > 0 &&
                   (choice == Choice::Greatest ? values[slot - 1] < value : values[slot - 1] > value);
                 --slot) {
                values[slot] = values[slot - 1];
                move[slot] = move[slot - 1];
            }
            values[slot] = value;
            move[slot] = moved;
        }
    }

    /// Returns the value before our last roll: a face is worth 1 if one of the winning moves `wins` may be
    /// played on it, else 0.
    Interval value_before_last_roll(const P& position, const MoveList<P>& wins, const Window& window) const {
        if (wins.empty()) return {0, 0};
        const auto rolls = position.rolls();
        if (rolls.size() == 1) return {units_.before_ours(1), units_.before_ours(1)};
        auto fold = fold_over<chance_unit>(options_.dice, rolls, 1);
        const auto add = [&](bool win, Value weight) {
            fold.add(win ? Interval{1, 1} : Interval{0, 0}, weight);
        };
        if constexpr (CountsMoves<P>) {
            std::array<bool, chance_unit> is_won{};
            for (const Move& win : wins) is_won[index_of_roll(position, rolls, win)] = true;
            std::size_t number = 0;
            for (const auto& chance : rolls) {
                if (is_won[number++]) add(true, chance.weight);
            }
            if (suffices(fold.bounds(), window)) return fold.bounds();
            const auto counts = position.count_by_roll();
            number = 0;
            for (const auto& chance : rolls) {
                if (!is_won[number]) add(counts[number] == 0, chance.weight);
                ++number;
            }
        } else {
            MoveList<P> allowed;
            for (const auto& chance : rolls) {
                position.legal_moves(chance.roll, allowed);
                const auto is_win = [&](const Move& move) { return is_among(wins, move); };
                add(std::any_of(allowed.begin(), allowed.end(), is_win), chance.weight);
            }
        }
        return fold.bounds();
    }

    /// `solver::look_up_or_search` with this search's table; searches of up to 2 moves use no table.
    template <class Search>
    Interval look_up_or_search(const P& position, int depth, const Window& window, Value max_value,
                               Search search) {
        if (options_.moves <= 2) return search();
        return solver::look_up_or_search(table_, position.key(), depth, window, max_value, search);
    }

    /// Computes the values of all root moves by iterative deepening. A mate found with fewer moves remains
    /// one, so its value is a lower bound for the next iteration, and holds if a limit stops the search.
    Root solve_root(const P& position) {
        Root root;
        position.legal_moves(root.moves);
        std::sort(root.moves.begin(), root.moves.end());
        find_wins(position, root.wins);
        root.values.resize(root.moves.size());
        root.order.resize(root.moves.size());
        std::iota(root.order.begin(), root.order.end(), std::size_t{0});
        for (int moves = std::min(options_.moves, 2);; ++moves) {
            search_root_moves(position, moves, root);
            if (moves == options_.moves) return root;
            for (Interval& value : root.values)
                value = {value.lower * (units_.after_ours(moves) / units_.after_ours(moves - 1)),
                         units_.after_ours(moves)};
            if (!budget_.stopped()) {
                std::stable_sort(root.order.begin(), root.order.end(), [&](std::size_t a, std::size_t b) {
                    return root.values[a].lower > root.values[b].lower;
                });
            }
        }
    }

    /// Computes the values of the moves of `root` with at most `moves` moves of ours: exact for the best
    /// moves of each roll, perhaps only upper bounds for the others. `root.values` must hold lower bounds on
    /// entry.
    void search_root_moves(const P& position, int moves, Root& root) {
        const Value max_value = units_.after_ours(moves - 1);
        std::vector<std::atomic<Value>> best(position.rolls().size());
        const auto best_of = [&](const Move& move) -> std::atomic<Value>* {
            if constexpr (MovesByRoll<P>) return &best[index_of_roll(position, position.rolls(), move)];
            return nullptr;
        };
        const auto solve_move = [&](std::size_t number) {
            const Move& move = root.moves[number];
            Interval& value = root.values[number];
            std::atomic<Value>* const best_so_far = best_of(move);
            if (is_among(root.wins, move)) {
                value = {max_value, max_value};
            } else {
                // Alpha is one below the best so far, so that moves equal to the best get an exact value.
                const Value so_far = best_so_far ? best_so_far->load(std::memory_order_relaxed) : 0;
                const Window window{so_far == 0 ? 0 : so_far - 1, max_value};
                const Interval found = after_ours(position.play(move), moves - 1, window);
                value = {std::max(value.lower, found.lower), found.upper};
            }
            if (best_so_far) raise(*best_so_far, value.lower);
        };
        for (std::size_t number = 0; number < root.moves.size(); ++number) {
            if (std::atomic<Value>* const best_value = best_of(root.moves[number]))
                raise(*best_value, root.values[number].lower);
        }
        for_each_number(root.order.size(), options_.in_parallel(),
                        [&](std::size_t index) { solve_move(root.order[index]); });
    }

    /// Sets `maximum` to the greater of itself and `value`, atomically.
    static void raise(std::atomic<Value>& maximum, Value value) {
        Value old = maximum.load(std::memory_order_relaxed);
        while (old < value && !maximum.compare_exchange_weak(old, value, std::memory_order_relaxed)) {
        }
    }

    /// Sets `forced` of each face on which we win whatever is rolled and against every defence. With
    /// Defence::Best and Dice::Mean or Every, these are the faces of value 1. With other options, a second
    /// search with Every and Best tests the faces of value 1.
    void find_forced(const P& position, MateResult<P>& result) const {
        MateOptions strict = options_;
        strict.dice = Dice::Every;
        strict.defence = Defence::Best;
        result.complete &=
            mark_forced(result, options_.defence == Defence::Best && options_.dice != Dice::Some,
                        [&] { return MateSearch(strict).solve(position); });
    }

    const MateOptions options_;
    const MateUnits<P> units_;
    BoundsTable table_;
    Color us_ = Color::White;
    Budget budget_{options_.limits};
};

/// `solve_faces` with `mates` replaced by the first moves of forced mates. `search` must use Dice::Every and
/// Defence::Best. Returns false if a limit stopped it; the faces may then be wrong.
template <Position P>
bool solve_forced_faces(const P& position, MateSearch<P>& search, Faces<P>& out) {
    solve_faces(position, out);
    auto result = search.solve(position);
    for (std::size_t index = 0; index < out.size(); ++index) {
        out[index].mates.clear();
        if (result.faces[index].forced) out[index].mates = std::move(result.faces[index].best);
    }
    return result.complete;
}

}  // namespace octomate::solver
