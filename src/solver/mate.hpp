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

namespace octomate::solver {

/// The value of a position for the side to move there, "us", which has at most `moves` moves of its own:
///   * of a game that is over: 1 if it is won by us, else 0,
///   * before a roll of ours: the fold of `dice` over the values of the faces; a face's value is the best of
///     its moves',
///   * before a roll of the opponent's: the fold of the opponent's choice, by `defence`, among the moves of
///     each face,
///   * after our last move: 1 if it won, else 0.
/// All values are whole numbers of the units of MateUnits, so nothing is rounded.
template <Position P>
class MateSearch {
  public:
    using Move = typename P::Move;

    /// With so many moves at most no number overflows.
    static constexpr int most_moves(Dice dice) { return MateUnits<P>::most_moves(dice); }

    explicit MateSearch(const MateOptions& options)
        : options_(options), units_(options.dice), table_(options.moves > 2 ? options.hash_bytes : 0) {}

    /// Solves one position.
    MateResult<P> solve(const P& position) {
        budget_.begin();
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
    static constexpr Value most = std::numeric_limits<Value>::max();
    static constexpr unsigned chance_unit = P::chance_unit;
    static constexpr int row = plies_in_a_row<P>;
    /// Whether the side to move follows from the ply.
    static constexpr bool sides_alternate = chance_unit > 1 && row == 1;

    /// The moves of the root, sorted, and what each is worth. Values below the best of their roll may be
    /// known only from above.
    struct Root {
        MoveList<P> moves;
        MoveList<P> wins;
        std::vector<Interval> values;
        std::vector<std::size_t> order;  ///< places of the moves, the most promising first
    };

    // The fold over faces.

    /// Walks the faces of a position: the best, for the chooser, of the moves of each, folded by the dice.
    /// The list is of all moves, the most promising first; `value(move, window)` is the value of a move.
    template <class MoveValue>
    Interval over_faces(const P& position, MoveList<P>&, Choice choice, Value one, const Window& window,
                        MoveValue value) {
        return over_faces_by_roll(
            position, options_.dice, choice, one, window,
            [&](const typename P::Roll& roll, MoveList<P>& out) { return position.legal_moves(roll, out); },
            value);
    }

    /// The same for a game that knows the roll of a move; the moves are put in the order of their rolls.
    template <class MoveValue>
    requires MovesByRoll<P> Interval over_faces(const P& position, MoveList<P>& moves, Choice choice,
                                                Value one, const Window& window, MoveValue value) {
        return over_dealt_faces(position, moves, options_.dice, choice, one, window, options_.probe, value);
    }

    // The recursion.

    /// Before our roll, with `left` moves of ours to come.
    Interval before_ours(const P& position, int left, const Window& window) {
        MoveList<P> wins;
        find_wins(position, wins);
        if (left == 1) return wins_now(position, wins, window);
        if (budget_.spend()) return {0, units_.before_ours(left)};
        return remember(position, (1 + row) * left, window, units_.before_ours(left), [&] {
            const Value one = units_.after_ours(left - 1);
            MoveList<P> moves;
            position.legal_moves(moves);
            if (moves.empty()) return Interval{0, 0};
            if (left == 2 || !units_.means()) {
                std::stable_partition(moves.begin(), moves.end(),
                                      [&](const Move& move) { return is_among(wins, move); });
            } else {
                // Moves are tried in the order of their values in a search one move shorter.
                order(moves, Choice::Greatest, [&](const Move& move) {
                    if (is_among(wins, move)) return one;
                    return after_ours(position.play(move), left - 2, {0, most}).lower;
                });
            }
            return over_faces(position, moves, Choice::Greatest, one, window,
                              [&](const Move& move, const Window& of_move) {
                                  if (is_among(wins, move)) return Interval{one, one};
                                  return after_ours(position.play(move), left - 1, of_move);
                              });
        });
    }

    /// After a move of ours that did not win, with `left` moves of ours to come.
    Interval after_ours(const P& position, int left, const Window& window) {
        if (left == 0) return {0, 0};
        if (sides_alternate || position.turn() != us_) return before_theirs(position, left, 0, window);
        return scaled(units_.of_plies(row), window,
                      [&](const Window& finer) { return before_ours(position, left, finer); });
    }

    /// Before the opponent's roll, `ply` of whose moves went before in a row, with `left` moves of ours to
    /// come. If the game is over, it is not won by us.
    Interval before_theirs(const P& position, int left, int ply, const Window& window) {
        if (budget_.spend()) return {0, units_.before_theirs(left, ply)};
        return remember(position, (1 + row) * left + 1 + ply, window, units_.before_theirs(left, ply), [&] {
            MoveList<P> moves;
            position.legal_moves(moves);
            if (moves.empty()) return Interval{0, 0};
            const Choice choice = options_.defence == Defence::Best ? Choice::Least : Choice::Greatest;
            if (left > 1 && options_.dice != Dice::Some) {
                // Where nothing is averaged, most of what a move less leaves would never be looked at.
                const int fewer = units_.means() ? left - 1 : 1;
                order(moves, choice, [&](const Move& move) {
                    return after_theirs(position.play(move), fewer, ply, {0, most}).lower;
                });
            }
            return over_faces(position, moves, choice, units_.before_theirs(left, ply + 1), window,
                              [&](const Move& move, const Window& of_move) {
                                  return after_theirs(position.play(move), left, ply, of_move);
                              });
        });
    }

    /// After the opponent's ply of that number in a row, with `left` moves of ours to come.
    Interval after_theirs(const P& position, int left, int ply, const Window& window) {
        if constexpr (!mover_never_loses<P>) {
            if (position.outcome() == won_by(us_)) {
                const Value one = units_.before_theirs(left, ply + 1);
                return {one, one};
            }
        }
        if (!sides_alternate && position.turn() != us_) {
            if (position.outcome() != Outcome::Ongoing) return {0, 0};
            assert(!units_.means() || ply + 1 < row);
            return before_theirs(position, left, units_.means() ? ply + 1 : 0, window);
        }
        return scaled(units_.of_plies(row - ply - 1), window,
                      [&](const Window& finer) { return before_ours(position, left, finer); });
    }

    /// Puts the most promising moves first, by an estimate of their values; of very many moves, only of the
    /// first.
    template <class Estimate>
    static void order(MoveList<P>& moves, Choice choice, Estimate estimate) {
        std::array<Value, 256> values;
        const std::size_t count = std::min(moves.size(), values.size());
        Move* const move = &*moves.begin();
        for (std::size_t next = 0; next < count; ++next) {
            const Move moved = move[next];
            const Value value = estimate(moved);
            std::size_t at = next;
            for (; at > 0 && (choice == Choice::Greatest ? values[at - 1] < value : values[at - 1] > value);
                 --at) {
                values[at] = values[at - 1];
                move[at] = move[at - 1];
            }
            values[at] = value;
            move[at] = moved;
        }
    }

    /// The last move: the faces that win, as the dice count them.
    Interval wins_now(const P& position, const MoveList<P>& wins, const Window& window) const {
        if (wins.empty()) return {0, 0};
        const auto rolls = position.rolls();
        if (rolls.size() == 1) return {units_.before_ours(1), units_.before_ours(1)};
        auto fold = fold_over<chance_unit>(options_.dice, rolls, 1);
        const auto add = [&](bool win, Value weight) {
            fold.add(win ? Interval{1, 1} : Interval{0, 0}, weight);
        };
        if constexpr (CountsMoves<P>) {
            std::array<bool, chance_unit> served{};
            for (const Move& win : wins) served[place_of_roll(position, rolls, win)] = true;
            std::size_t number = 0;
            for (const auto& chance : rolls) {
                if (served[number++]) add(true, chance.weight);
            }
            if (outside(fold.bounds(), window)) return fold.bounds();
            const auto counts = position.count_by_roll();
            number = 0;
            for (const auto& chance : rolls) {
                if (!served[number]) add(counts[number] == 0, chance.weight);
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

    /// Looks a position up before searching it, and keeps what the search proved. `depth` distinguishes
    /// kinds of nodes.
    template <class Search>
    Interval remember(const P& position, int depth, const Window& window, Value one, Search search) {
        if (options_.moves <= 2) return search();
        return solver::remember(table_, position.key(), depth, window, one, search);
    }

    // The root.

    /// Values all moves of the root. With few moves of ours to come first, then with more, since a mate found
    /// stays one: if a limit is hit the bounds from below are kept.
    Root solve_root(const P& position) {
        Root root;
        position.legal_moves(root.moves);
        std::sort(root.moves.begin(), root.moves.end());
        find_wins(position, root.wins);
        root.values.resize(root.moves.size());
        root.order.resize(root.moves.size());
        std::iota(root.order.begin(), root.order.end(), std::size_t{0});
        for (int moves = std::min(options_.moves, 2);; ++moves) {
            value_moves(position, moves, root);
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

    /// Values all moves of the root with so many moves of ours: exactly, unless another move that serves the
    /// same roll is better. The values that they have must be lower bounds.
    void value_moves(const P& position, int moves, Root& root) {
        const Value one = units_.after_ours(moves - 1);
        std::vector<std::atomic<Value>> best(position.rolls().size());
        const auto best_of = [&](const Move& move) -> std::atomic<Value>* {
            if constexpr (MovesByRoll<P>) return &best[place_of_roll(position, position.rolls(), move)];
            return nullptr;
        };
        const auto solve_move = [&](std::size_t number) {
            const Move& move = root.moves[number];
            Interval& value = root.values[number];
            std::atomic<Value>* const best_so_far = best_of(move);
            if (is_among(root.wins, move)) {
                value = {one, one};
            } else {
                // A move that equals the best must be known to, so only what is worse by a unit may stay
                // unclear.
                const Value so_far = best_so_far ? best_so_far->load(std::memory_order_relaxed) : 0;
                const Window window{so_far == 0 ? 0 : so_far - 1, one};
                const Interval found = after_ours(position.play(move), moves - 1, window);
                value = {std::max(value.lower, found.lower), found.upper};
            }
            if (best_so_far) raise(*best_so_far, value.lower);
        };
        for (std::size_t number = 0; number < root.moves.size(); ++number) {
            if (std::atomic<Value>* const known = best_of(root.moves[number]))
                raise(*known, root.values[number].lower);
        }
        for_each_number(root.order.size(), options_.in_parallel(),
                        [&](std::size_t at) { solve_move(root.order[at]); });
    }

    static void raise(std::atomic<Value>& maximum, Value value) {
        Value old = maximum.load(std::memory_order_relaxed);
        while (old < value && !maximum.compare_exchange_weak(old, value, std::memory_order_relaxed)) {
        }
    }

    /// A face is forced if every roll against the best defence leads to a win. The mean is 1 only then; other
    /// options ask once more, if their own value is 1.
    void find_forced(const P& position, MateResult<P>& result) const {
        const auto certain = [&](const MateFace<P>& face) { return face.value.lower == result.face_unit; };
        const bool says_so = options_.defence == Defence::Best && options_.dice != Dice::Some;
        if (says_so) {
            for (MateFace<P>& face : result.faces) face.forced = certain(face);
        } else if (std::any_of(result.faces.begin(), result.faces.end(), certain)) {
            MateOptions strict = options_;
            strict.dice = Dice::Every;
            strict.defence = Defence::Best;
            const MateResult<P> forced = MateSearch(strict).solve(position);
            for (std::size_t number = 0; number < result.faces.size(); ++number) {
                result.faces[number].forced = forced.faces[number].forced;
            }
        }
    }

    const MateOptions options_;
    const MateUnits<P> units_;
    BoundsTable table_;
    Color us_ = Color::White;
    Budget budget_{options_.limits};
};

/// As `solve_faces`, but with the first moves that force mate in the place of the mates. The search is one
/// under Every and Best. False if a limit cut it short; the faces are then not to be relied on.
template <Position P>
bool solve_forced_faces(const P& position, MateSearch<P>& search, Faces<P>& out) {
    solve_faces(position, out);
    auto result = search.solve(position);
    for (std::size_t at = 0; at < out.size(); ++at) {
        out[at].mates.clear();
        if (result.faces[at].forced) out[at].mates = std::move(result.faces[at].best);
    }
    return result.complete;
}

}  // namespace octomate::solver
