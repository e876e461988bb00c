#pragma once

#include <tbb/parallel_for.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cassert>
#include <chrono>
#include <cstdint>
#include <limits>
#include <string_view>
#include <vector>

#include "core/position.hpp"
#include "solver/bounds_table.hpp"
#include "solver/fold.hpp"
#include "solver/fraction.hpp"
#include "solver/mate_options.hpp"
#include "solver/wins.hpp"

namespace octomate::solver {

/// One roll of the side to move.
template <Position P>
struct MateFace {
    typename P::Roll roll{};
    Bounds value;         ///< in units of 1 / MateResult::face_unit
    bool forced = false;  ///< the value under Every and Best is 1, whatever the options
    std::vector<typename P::Move>
        best;  ///< all moves that reach the value, in order; none at 0, or if it is not exact
};

/// The value of a position: the chance, or the certainty, of a win.
template <Position P>
struct MateResult {
    std::vector<MateFace<P>> faces;  ///< one per roll of `rolls()`
    Bounds total;                    ///< in units of 1 / total_unit
    std::uint64_t face_unit = 1;
    std::uint64_t total_unit = 1;
    std::uint64_t nodes = 0;
    bool complete = true;  ///< false: a limit was hit, and some bounds are no values

    Fraction fraction(std::uint64_t value) const { return {value, face_unit}; }
    Fraction total_fraction(std::uint64_t value) const { return {value, total_unit}; }
};

/// The value of a position for the side to move there, "us", who has at most `moves` moves of its own,
/// whoever moves when:
///   * of a game that is over: 1 if it is won by us, else 0,
///   * before a roll of ours: the fold of `dice` over the values of the faces; a face's value is the best of
///     its moves',
///   * before a roll of the opponent's: the fold of the opponent's choice, by `defence`, among the moves of
///     each face,
///   * after our last move: 1 if it won, else 0.
/// All values are whole numbers of a unit, so nothing is rounded. With R = chance_unit and r the most plies
/// of one side in a row the unit is 1 / R^(n + (n-1) r) before a move of ours with n of ours to come, and r -
/// j powers finer before the opponent's ply number j, from 0, in a row. A line that gets by with less is
/// scaled up.
template <Position P>
class MateSearch {
  public:
    using Move = typename P::Move;

    /// With so many moves at most no number overflows.
    static constexpr int most_moves(Dice dice) {
        if (dice != Dice::Mean || chance_unit == 1) return 100;
        int moves = 1;
        for (Value room = most / chance_unit / chance_unit;;) {  // one unit more than the values need
            for (int ply = 0; ply <= row; ++ply) room /= chance_unit;
            if (room == 0) return moves;
            ++moves;
        }
    }

    explicit MateSearch(const MateOptions& options)
        : options_(options), table_(options.moves > 2 ? options.hash_bytes : 0) {
        powers_[0] = 1;
        for (std::size_t exponent = 1; exponent < powers_.size(); ++exponent)
            powers_[exponent] = powers_[exponent - 1] * chance_unit;
    }

    /// Solves one position.
    MateResult<P> solve(const P& position) {
        nodes_ = 0;
        stopped_ = false;
        us_ = position.turn();
        MateResult<P> result;
        result.face_unit = after_unit(options_.moves - 1);
        result.total_unit = before_unit(options_.moves);
        const Root root = solve_root(position);
        const auto rolls = position.rolls();
        auto fold = fold_over(rolls, result.face_unit);
        for (const auto& chance : rolls) {
            MateFace<P>& face = result.faces.emplace_back(face_of(position, root, chance.roll));
            fold.add(face.value, chance.weight);
            result.complete = result.complete && face.value.exact();
        }
        result.total = fold.bounds();
        find_forced(position, result);
        result.nodes = nodes_;
        return result;
    }

  private:
    using Value = std::uint64_t;
    static constexpr Value most = std::numeric_limits<Value>::max();
    static constexpr unsigned chance_unit = P::chance_unit;
    static constexpr int row = plies_in_a_row<P>;
    /// Whether whoever moved need not be asked.
    static constexpr bool sides_alternate = chance_unit > 1 && row == 1;

    /// What the opponent, or we, do with a set of moves; what a die does with a set of faces.
    enum class Choice : std::uint8_t { Least, Greatest };

    /// The moves of the root and what each is worth. Values below the best of their roll may be known only
    /// from above.
    struct Root {
        MoveList<P> moves;
        std::vector<Bounds> values;
    };

    // Units.

    bool means() const { return chance_unit > 1 && options_.dice == Dice::Mean; }

    Value power(int exponent) const {
        assert(!means() || exponent < static_cast<int>(powers_.size()));
        return means() ? powers_[static_cast<std::size_t>(exponent)] : 1;
    }

    /// 1 after a move of ours with so many to come.
    Value after_unit(int left) const { return power(left * (1 + row)); }
    /// 1 before a roll of ours with so many moves to come, this one included.
    Value before_unit(int left) const { return power(left + (left - 1) * row); }
    /// 1 before a roll of the opponent's, `ply` of whose moves went before in a row, with so many of ours to
    /// come.
    Value their_unit(int left, int ply) const { return power(row - ply + left + (left - 1) * row); }

    /// A value that is counted in a unit `factor` times as large as where it is wanted.
    template <class Search>
    static Bounds scaled(Value factor, const Window& window, Search search) {
        if (factor == 1) return search(window);
        const Value beta = window.beta / factor + (window.beta % factor == 0 ? 0 : 1);
        const Bounds bounds = search({window.alpha / factor, beta});
        return {bounds.lower * factor, bounds.upper * factor};
    }

    // Limits.

    /// Counts a node; true if the search must end.
    bool spend() {
        const std::uint64_t nodes = nodes_.fetch_add(1, std::memory_order_relaxed);
        if (nodes >= options_.limits.nodes) stopped_ = true;
        if (nodes % 256 == 0) {
            if (options_.limits.interrupted && options_.limits.interrupted->load(std::memory_order_relaxed))
                stopped_ = true;
            if (std::chrono::steady_clock::now() >= options_.limits.deadline) stopped_ = true;
        }
        return stopped_;
    }

    // The fold over faces.

    template <ChanceRange<typename P::Roll> Rolls>
    Fold<chance_unit> fold_over(const Rolls& rolls, Value one) const {
        Value total = 0;
        for (const auto& chance : rolls) total += chance.weight;
        return Fold<chance_unit>(options_.dice, total, one);
    }

    /// Walks the faces of a position: the best, for the chooser, of the moves of each, folded by the dice.
    /// `moves` are all of them; `value(move, window)` is the value of a move.
    template <class MoveValue>
    Bounds over_faces(const P& position, const MoveList<P>& moves, Choice choice, Value one,
                      const Window& window, MoveValue value) {
        const auto rolls = position.rolls();
        auto fold = fold_over(rolls, one);
        MoveList<P> allowed;
        Value free = 0;  // the weight of the rolls that leave the move free: one face, which comes last
        for (const auto& chance : rolls) {
            if (position.legal_moves(chance.roll, allowed) == Freedom::Free) {
                free += chance.weight;
                continue;
            }
            fold.add(over_moves(allowed, choice, one, fold.window(window, chance.weight), value),
                     chance.weight);
            if (outside(fold.bounds(), window)) return fold.bounds();
        }
        if (free > 0) fold.add(over_moves(moves, choice, one, fold.window(window, free), value), free);
        return fold.bounds();
    }

    /// The same for a game that tells the roll of a move. A roll that binds no move leaves all of them free:
    /// its value is the best of the other faces' values. They come last, and no window may cut the others
    /// before.
    template <class MoveValue>
    requires MovesByRoll<P> Bounds over_faces(const P& position, const MoveList<P>& moves, Choice choice,
                                              Value one, const Window& window, MoveValue value) {
        const auto rolls = position.rolls();
        Value free = 0;
        for (const auto& chance : rolls) free += serves(position, moves, chance.roll) ? 0 : chance.weight;
        auto fold = fold_over(rolls, one);
        Bounds of_free = worst(choice, one);
        for (const auto& chance : rolls) {
            if (!serves(position, moves, chance.roll)) continue;
            const Window face_window = free > 0 ? Window{0, one} : fold.window(window, chance.weight);
            const Bounds face = over_moves(moves, choice, one, face_window, value, [&](const Move& move) {
                return position.roll_of(move) == chance.roll;
            });
            fold.add(face, chance.weight);
            of_free = choose(choice, of_free, face);
            if (free == 0 && outside(fold.bounds(), window)) return fold.bounds();
        }
        if (free > 0) fold.add(of_free, free);
        return fold.bounds();
    }

    static bool serves(const P& position, const MoveList<P>& moves, const typename P::Roll& roll) {
        return std::any_of(moves.begin(), moves.end(),
                           [&](const Move& move) { return position.roll_of(move) == roll; });
    }

    static Bounds worst(Choice choice, Value one) {
        return choice == Choice::Greatest ? Bounds{0, 0} : Bounds{one, one};
    }

    static Bounds choose(Choice choice, const Bounds& a, const Bounds& b) {
        return choice == Choice::Greatest ? Bounds{std::max(a.lower, b.lower), std::max(a.upper, b.upper)}
                                          : Bounds{std::min(a.lower, b.lower), std::min(a.upper, b.upper)};
    }

    struct All {
        bool operator()(const Move&) const { return true; }
    };

    /// The best of the moves that are wanted.
    template <class MoveValue, class Wanted = All>
    static Bounds over_moves(const MoveList<P>& moves, Choice choice, Value one, Window window,
                             MoveValue value, Wanted wanted = {}) {
        const bool greatest = choice == Choice::Greatest;
        Bounds best = worst(choice, one);
        for (const Move& move : moves) {
            if (!wanted(move)) continue;
            best = choose(choice, best, value(move, window));
            if (greatest) {
                window.alpha = std::max(window.alpha, best.lower);
            } else {
                window.beta = std::min(window.beta, best.upper);
            }
            // The moves still to come can only raise (or lower) it.
            if (greatest ? best.lower >= window.beta || best.lower == one
                         : best.upper <= window.alpha || best.upper == 0) {
                return greatest ? Bounds{best.lower, one} : Bounds{0, best.upper};
            }
        }
        return best;
    }

    // The recursion.

    /// Before our roll, with `left` moves of ours to come.
    Bounds before_ours(const P& position, int left, const Window& window) {
        MoveList<P> wins;
        find_wins(position, wins);
        if (left == 1) return wins_now(position, wins);
        if (spend()) return {0, before_unit(left)};
        return remember(position, (1 + row) * left, window, before_unit(left), [&] {
            const Value one = after_unit(left - 1);
            MoveList<P> moves;
            position.legal_moves(moves);
            if (moves.empty()) return Bounds{0, 0};
            std::stable_partition(moves.begin(), moves.end(),
                                  [&](const Move& move) { return is_among(wins, move); });
            return over_faces(position, moves, Choice::Greatest, one, window,
                              [&](const Move& move, const Window& of_move) {
                                  if (is_among(wins, move)) return Bounds{one, one};
                                  return after_ours(position.play(move), left - 1, of_move);
                              });
        });
    }

    /// After a move of ours that did not win, with `left` moves of ours to come.
    Bounds after_ours(const P& position, int left, const Window& window) {
        if (left == 0) return {0, 0};
        if (sides_alternate || position.turn() != us_) return before_theirs(position, left, 0, window);
        return scaled(power(row), window,
                      [&](const Window& finer) { return before_ours(position, left, finer); });
    }

    /// Before the opponent's roll, `ply` of whose moves went before in a row, with `left` moves of ours to
    /// come. If the game is over, it is not won by us.
    Bounds before_theirs(const P& position, int left, int ply, const Window& window) {
        if (spend()) return {0, their_unit(left, ply)};
        return remember(position, (1 + row) * left + 1 + ply, window, their_unit(left, ply), [&] {
            MoveList<P> moves;
            position.legal_moves(moves);
            if (moves.empty()) return Bounds{0, 0};
            const Choice choice = options_.defence == Defence::Best ? Choice::Least : Choice::Greatest;
            return over_faces(position, moves, choice, their_unit(left, ply + 1), window,
                              [&](const Move& move, const Window& of_move) {
                                  return after_theirs(position.play(move), left, ply, of_move);
                              });
        });
    }

    /// After the opponent's ply of that number in a row, with `left` moves of ours to come.
    Bounds after_theirs(const P& position, int left, int ply, const Window& window) {
        if constexpr (!mover_never_loses<P>) {
            if (position.outcome() == won_by(us_)) {
                const Value one = their_unit(left, ply + 1);
                return {one, one};
            }
        }
        if (!sides_alternate && position.turn() != us_) {
            if (position.outcome() != Outcome::Ongoing) return {0, 0};
            assert(!means() || ply + 1 < row);
            return before_theirs(position, left, means() ? ply + 1 : 0, window);
        }
        return scaled(power(row - ply - 1), window,
                      [&](const Window& finer) { return before_ours(position, left, finer); });
    }

    static bool is_among(const MoveList<P>& list, const Move& move) {
        return std::find(list.begin(), list.end(), move) != list.end();
    }

    /// The last move: the faces that win, as the dice count them.
    Bounds wins_now(const P& position, const MoveList<P>& wins) const {
        if (wins.empty()) return {0, 0};
        const auto rolls = position.rolls();
        auto fold = fold_over(rolls, 1);
        const auto add = [&](bool win, Value weight) { fold.add(win ? Bounds{1, 1} : Bounds{0, 0}, weight); };
        if constexpr (CountsMoves<P>) {
            const auto counts = position.count_by_roll();
            std::size_t number = 0;
            for (const auto& chance : rolls) {
                const bool free = counts[number++] == 0;
                add(free || serves(position, wins, chance.roll), chance.weight);
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

    /// Looks a position up before searching it, and keeps what the search proved. `depth` tells kinds of
    /// nodes apart.
    template <class Search>
    Bounds remember(const P& position, int depth, const Window& window, Value one, Search search) {
        if (options_.moves <= 2) return search();
        PositionKey key = position.key();
        key.first += static_cast<std::uint64_t>(depth) * 0x9e3779b97f4a7c15;
        const Bounds known = table_.find(key).value_or(Bounds{0, one});
        if (outside(known, window)) return known;
        Bounds found = search();
        found = {std::max(found.lower, known.lower), std::min(found.upper, known.upper)};
        table_.keep(key, found);
        return found;
    }

    // The root.

    /// Values all moves of the root: exactly, unless another move that serves the same roll is better.
    Root solve_root(const P& position) {
        Root root;
        position.legal_moves(root.moves);
        std::sort(root.moves.begin(), root.moves.end());
        MoveList<P> wins;
        find_wins(position, wins);
        const Value one = after_unit(options_.moves - 1);
        root.values.assign(root.moves.size(), Bounds{0, one});
        std::vector<std::atomic<Value>> best(position.rolls().size());
        const auto value_of = [&](const Move& move, Value so_far) {
            // Whoever equals the best must be known to, so only what is worse by a unit may stay unclear.
            const Window window{so_far == 0 ? 0 : so_far - 1, one};
            return is_among(wins, move) ? Bounds{one, one}
                                        : after_ours(position.play(move), options_.moves - 1, window);
        };
        const auto solve_move = [&](std::size_t number) {
            const Move& move = root.moves[number];
            Bounds& value = root.values[number];
            if constexpr (MovesByRoll<P>) {
                std::atomic<Value>& of_roll = best[number_of(position, position.roll_of(move))];
                value = value_of(move, of_roll.load(std::memory_order_relaxed));
                raise(of_roll, value.lower);
            } else {
                value = value_of(move, 0);
            }
        };
        if (options_.parallel && options_.limits.nodes == Limits{}.nodes) {
            tbb::parallel_for(std::size_t{0}, root.moves.size(), solve_move);
        } else {
            for (std::size_t number = 0; number < root.moves.size(); ++number) solve_move(number);
        }
        return root;
    }

    static std::size_t number_of(const P& position, const typename P::Roll& roll) {
        std::size_t number = 0;
        for (const auto& chance : position.rolls()) {
            if (chance.roll == roll) break;
            ++number;
        }
        return number;
    }

    static void raise(std::atomic<Value>& maximum, Value value) {
        Value old = maximum.load(std::memory_order_relaxed);
        while (old < value && !maximum.compare_exchange_weak(old, value, std::memory_order_relaxed)) {
        }
    }

    MateFace<P> face_of(const P& position, const Root& root, const typename P::Roll& roll) const {
        MateFace<P> face;
        face.roll = roll;
        MoveList<P> moves;
        position.legal_moves(roll, moves);
        const auto allowed = [&](std::size_t number) { return is_among(moves, root.moves[number]); };
        for (std::size_t number = 0; number < root.moves.size(); ++number) {
            if (allowed(number)) face.value = choose(Choice::Greatest, face.value, root.values[number]);
        }
        if (!face.value.exact() || face.value.lower == 0) return face;
        for (std::size_t number = 0; number < root.moves.size(); ++number) {
            if (allowed(number) && root.values[number].lower == face.value.lower)
                face.best.push_back(root.moves[number]);
        }
        return face;
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
    BoundsTable table_;
    std::array<Value, 64> powers_{};  // of chance_unit; those that would overflow are never asked for
    Color us_ = Color::White;
    std::atomic<std::uint64_t> nodes_ = 0;
    std::atomic<bool> stopped_ = false;
};

}  // namespace octomate::solver
