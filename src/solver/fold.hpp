#pragma once

#include <algorithm>
#include <cstdint>

#include "core/position.hpp"
#include "solver/bounds_table.hpp"
#include "solver/mate_options.hpp"

// Alpha-beta windows through chance nodes.
//
// Before a roll, a position is worth the weighted mean of its faces (Dice::Mean), or the worst or the best of
// them. A face is worth the best of the moves that it allows. Alpha-beta pruning works between moves, but a
// mean depends on every face, so a single good face cannot end the search. Ballard's Star1 (B. W. Ballard,
// "The *-minimax search procedure for trees containing chance nodes", 1983) prunes nevertheless: values lie
// between 0 and `one`, so the faces not yet searched contribute at least 0 and at most `one` times their
// weight. `Fold` keeps the sum of the searched faces and the bounds of the others. This gives
//   * bounds of the mean at any time: if they lie outside the caller's window, the search stops;
//   * the window of the next face: its value matters only where the mean can still fall inside the window,
//     so the caller's alpha less the most, and beta less the least, that all other faces can contribute.
// Star2 tightens the bounds of faces not yet searched by one move of each: see `over_grouped_moves`.
//
// A search returns an interval that contains the exact value: fail-soft alpha-beta with both bounds. Means
// are integers in a unit that is finer by `chance_unit` at each roll, so nothing is rounded.

namespace octomate::solver {

/// An alpha-beta window: the search need not tell apart values up to `alpha`, nor values from `beta` on.
struct Window {
    std::uint64_t alpha;
    std::uint64_t beta;
};

/// Checks whether `bounds` suffice for the caller: exact, or not inside `window`.
inline bool outside(const Interval& bounds, const Window& window) {
    return bounds.upper <= window.alpha || bounds.lower >= window.beta || bounds.exact();
}

/// Whether the side that chooses among moves picks the least or the greatest value.
enum class Choice : std::uint8_t { Least, Greatest };

/// The neutral element of `choose`: the worst value for the chooser, from 0 to `one`.
inline Interval worst(Choice choice, std::uint64_t one) {
    return choice == Choice::Greatest ? Interval{0, 0} : Interval{one, one};
}

/// Bounds of the value that the chooser picks from `a` and `b`.
inline Interval choose(Choice choice, const Interval& a, const Interval& b) {
    return choice == Choice::Greatest ? Interval{std::max(a.lower, b.lower), std::max(a.upper, b.upper)}
                                      : Interval{std::min(a.lower, b.lower), std::min(a.upper, b.upper)};
}

/// Combines the values of the faces of a position by `Dice`: their weighted mean, the least or the greatest.
/// Faces are added one by one; a face not yet added is bounded by 0 and `one`, or by what `learn` has found.
/// Free faces, which allow every move, are not searched: each is worth what the chooser picks from all other
/// faces. Under Mean the result is counted in a unit `chance_unit` times finer than the faces.
template <unsigned chance_unit>
class Fold {
  public:
    using Value = std::uint64_t;

    /// `total` is the weight of all faces and divides `chance_unit`; `one` is the greatest value of a face;
    /// `free` is the weight of the free faces, which are never added.
    Fold(Dice dice, Value total, Value one, Value free = 0, Choice choice = Choice::Least)
        : dice_(dice),
          choice_(choice),
          one_(one),
          scale_(dice == Dice::Mean ? chance_unit / total : 1),
          rest_(total - free),
          free_(free),
          coming_{0, rest_ * one},
          best_(worst(choice, one)) {
        if (dice == Dice::Every) sum_ = {one, one};
    }

    /// Checks whether bounds from one move of each face can lead to a cutoff against the window `whole`.
    bool can_learn(const Window& whole) const {
        if (dice_ != Dice::Mean) return false;
        return choice_ == Choice::Least ? whole.alpha > 0 : whole.beta < bounds().upper;
    }

    /// Under Mean: records the value `move` of one move on a face not yet added; the chooser gets at least
    /// as good a value. Returns the bounds of the face, to pass to `window` and `add` as `known`.
    Interval learn(const Interval& move, Value weight) {
        Interval face{0, one_};
        if (choice_ == Choice::Least) {
            face.upper = move.upper;
            coming_.upper -= (one_ - face.upper) * weight;
            best_.upper = std::min(best_.upper, face.upper);
        } else {
            face.lower = move.lower;
            coming_.lower += face.lower * weight;
            best_.lower = std::max(best_.lower, face.lower);
        }
        return face;
    }

    /// Adds a face of this `weight`, or several faces of equal value and this total weight. `known` is the
    /// bounds that `learn` returned for it.
    void add(const Interval& face, Value weight, const Interval& known) {
        rest_ -= weight;
        switch (dice_) {
            case Dice::Mean:
                sum_.lower += face.lower * weight;
                sum_.upper += face.upper * weight;
                coming_.lower -= known.lower * weight;
                coming_.upper -= known.upper * weight;
                best_ = choose(choice_, best_, face);
                break;
            case Dice::Every: sum_ = choose(Choice::Least, sum_, face); break;
            case Dice::Some: sum_ = choose(Choice::Greatest, sum_, face); break;
        }
    }
    /// Adds a face for which `learn` was not called.
    void add(const Interval& face, Value weight) { add(face, weight, {0, one_}); }

    /// Bounds of the result, proven by the faces added or learned so far.
    Interval bounds() const {
        if (dice_ == Dice::Mean)
            return {scale_ * (sum_.lower + coming_.lower + free_ * free_least()),
                    scale_ * (sum_.upper + coming_.upper + free_ * free_most())};
        // A free face is worth the least or the greatest of the other faces, so it changes neither.
        if (rest_ == 0) return sum_;
        return dice_ == Dice::Every ? Interval{0, sum_.upper} : Interval{sum_.lower, one_};
    }

    /// The window for the next face, of this `weight` and with bounds `known`: outside it, the result lies
    /// outside the window `whole`.
    Window window(const Window& whole, Value weight, const Interval& known) const {
        if (dice_ == Dice::Every) return {whole.alpha, std::min(whole.beta, sum_.upper)};
        if (dice_ == Dice::Some) return {std::max(whole.alpha, sum_.lower), whole.beta};
        // The most and the least that all other faces contribute.
        const Value others_most = scale_ * (sum_.upper + coming_.upper - known.upper * weight +
                                            free_ * (choice_ == Choice::Least ? best_.upper : one_));
        const Value others_least = scale_ * (sum_.lower + coming_.lower - known.lower * weight +
                                             free_ * (choice_ == Choice::Least ? 0 : best_.lower));
        const Value scale = scale_ * weight;
        const Value alpha = whole.alpha <= others_most ? 0 : (whole.alpha - others_most) / scale;
        const Value beta = whole.beta <= others_least ? 0 : (whole.beta - others_least + scale - 1) / scale;
        return {alpha, std::min(beta, one_)};
    }
    /// The window for the next face if `learn` was not called for it.
    Window window(const Window& whole, Value weight) const { return window(whole, weight, {0, one_}); }

  private:
    /// Bounds of the value of a free face; the faces not yet added can only improve it for the chooser.
    Value free_least() const { return choice_ == Choice::Least && rest_ > 0 ? 0 : best_.lower; }
    Value free_most() const { return choice_ == Choice::Greatest && rest_ > 0 ? one_ : best_.upper; }

    Dice dice_;
    Choice choice_;
    Value one_;
    Value scale_;
    Value rest_;       ///< weight of the faces not yet added, without free ones
    Value free_;       ///< weight of the free faces
    Interval sum_;     ///< of the added faces: under Mean the sum of weight times value
    Interval coming_;  ///< under Mean: the sum of weight times bounds of the faces not yet added
    Interval best_;    ///< under Mean: the chooser's best value among added and learned faces
};

/// Returns an empty fold for the faces of `rolls`, each worth at most `one`; no face counts as free.
template <unsigned chance_unit, class Rolls>
Fold<chance_unit> fold_over(Dice dice, const Rolls& rolls, std::uint64_t one) {
    std::uint64_t total = 0;
    for (const auto& chance : rolls) total += chance.weight;
    return Fold<chance_unit>(dice, total, one);
}

/// Returns bounds of the chooser's best value among `moves`, at most `one`, by alpha-beta: stops at the first
/// cutoff. `value(move, window)` returns bounds of the value of a move.
template <class SomeMoves, class MoveValue>
Interval over_moves(const SomeMoves& moves, Choice choice, std::uint64_t one, Window window,
                    MoveValue value) {
    const bool greatest = choice == Choice::Greatest;
    Interval best = worst(choice, one);
    for (const auto& move : moves) {
        best = choose(choice, best, value(move, window));
        if (greatest) {
            window.alpha = std::max(window.alpha, best.lower);
        } else {
            window.beta = std::min(window.beta, best.upper);
        }
        // Cutoff: the remaining moves can only raise (or lower) the result.
        if (greatest ? best.lower >= window.beta || best.lower == one : best.upper <= window.alpha) {
            return greatest ? Interval{best.lower, one} : Interval{0, best.upper};
        }
    }
    return best;
}

/// Returns bounds of the value of `position` before a roll: combines, by `dice`, the chooser's best move of
/// each face, at most `one`. Generates the moves roll by roll, so it works for every game.
/// `allowed(roll, out)` fills `out` with the moves of a roll and returns whether the roll binds or leaves the
/// move free; `value(move, window)` returns bounds of the value of a move. {0, 0} if there is no legal move.
template <Position P, class Allowed, class MoveValue>
Interval over_faces_by_roll(const P& position, Dice dice, Choice choice, std::uint64_t one,
                            const Window& window, Allowed allowed, MoveValue value) {
    const auto rolls = position.rolls();
    auto fold = fold_over<P::chance_unit>(dice, rolls, one);
    MoveList<P> moves, free_moves;
    std::uint64_t free = 0;  // weight of the rolls that leave the move free: one face, searched last
    for (const auto& chance : rolls) {
        const Freedom freedom = allowed(chance.roll, moves);
        if (moves.empty()) return {0, 0};  // no moves on any roll: the game is over
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

/// Returns bounds from the transposition table if they suffice for `window`, else those of `search()`,
/// which it stores. Values are at most `one`; `depth` tells apart nodes of one position that differ in the
/// moves remaining or in the side that is "us".
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
