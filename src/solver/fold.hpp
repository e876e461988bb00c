#pragma once

#include <algorithm>
#include <cstdint>

#include "core/position.hpp"
#include "solver/bounds_table.hpp"
#include "solver/mate_options.hpp"

// Alpha-beta windows through chance nodes.
//
// A chance node is a position before a roll. Each possible roll is a face, worth the best of the moves that
// it allows; the position is worth the weighted mean of its faces (Dice::Mean), or the worst or the best
// face. Alpha-beta pruning skips moves, but a mean depends on every face, so a single good face cannot end
// the search. Ballard's Star1 (B. W. Ballard, "The *-minimax search procedure for trees containing chance
// nodes", 1983) prunes nevertheless: values lie between 0 and `max_value`, so the faces not yet searched add
// at least 0 and at most `max_value` times their weight. `Fold` sums the searched faces and the bounds of
// the others. This gives
//   * bounds of the mean at any time: if they lie outside the caller's window, the search stops;
//   * the window of the next face: the caller's alpha minus the most, and beta minus the least, that all
//     other faces can add. A value outside it puts the mean outside the caller's window.
// Star2 first searches one move of each face, which tightens the bounds: see `search_grouped_moves`.
//
// A search returns an interval that contains the exact value: fail-soft alpha-beta with both bounds. Means
// are integers in a unit that is finer by `chance_unit` at each roll, so nothing is rounded.

namespace octomate::solver {

/// An alpha-beta window: the search need not tell apart values up to `alpha`, nor values from `beta` on.
struct Window {
    std::uint64_t alpha;
    std::uint64_t beta;
};

/// Checks whether a search with `window` may stop: `bounds` are exact, or lie at or beyond alpha or beta.
inline bool suffices(const Interval& bounds, const Window& window) {
    return bounds.upper <= window.alpha || bounds.lower >= window.beta || bounds.exact();
}

/// Whether the side that chooses among moves picks the least or the greatest value.
enum class Choice : std::uint8_t { Least, Greatest };

/// The neutral element of `choose`: the worst value for the chooser, from 0 to `max_value`.
inline Interval worst(Choice choice, std::uint64_t max_value) {
    return choice == Choice::Greatest ? Interval{0, 0} : Interval{max_value, max_value};
}

/// Bounds of the value that the chooser picks from `a` and `b`.
inline Interval choose(Choice choice, const Interval& a, const Interval& b) {
    return choice == Choice::Greatest ? Interval{std::max(a.lower, b.lower), std::max(a.upper, b.upper)}
                                      : Interval{std::min(a.lower, b.lower), std::min(a.upper, b.upper)};
}

/// Combines the values of the faces of a position by `Dice`: their weighted mean, the least or the greatest.
/// Faces are added one by one; a face not yet added is bounded by 0 and `max_value`, or by `add_probe`.
/// Free faces, which allow every move, are not searched: each is worth what the chooser picks from all other
/// faces. Under Mean the result is counted in a unit `chance_unit` times finer than the faces.
template <unsigned chance_unit>
class Fold {
  public:
    using Value = std::uint64_t;

    /// `total` is the weight of all faces and divides `chance_unit`; `max_value` is the greatest value of a
    /// face; `free` is the weight of the free faces, which are never added.
    Fold(Dice dice, Value total, Value max_value, Value free = 0, Choice choice = Choice::Least)
        : dice_(dice),
          choice_(choice),
          max_value_(max_value),
          scale_(dice == Dice::Mean ? chance_unit / total : 1),
          pending_weight_(total - free),
          free_weight_(free),
          pending_{0, pending_weight_ * max_value},
          best_(worst(choice, max_value)) {
        if (dice == Dice::Every) sum_ = {max_value, max_value};
    }

    /// Checks whether bounds from one move of each face can lead to a cutoff against the window `whole`.
    bool probes_can_cut(const Window& whole) const {
        if (dice_ != Dice::Mean) return false;
        return choice_ == Choice::Least ? whole.alpha > 0 : whole.beta < bounds().upper;
    }

    /// Under Mean: records the value `move` of one move on a face not yet added; the chooser gets at least
    /// as good a value. Returns the bounds of the face, to pass to `window` and `add` as `known`.
    Interval add_probe(const Interval& move, Value weight) {
        Interval face{0, max_value_};
        if (choice_ == Choice::Least) {
            face.upper = move.upper;
            pending_.upper -= (max_value_ - face.upper) * weight;
            best_.upper = std::min(best_.upper, face.upper);
        } else {
            face.lower = move.lower;
            pending_.lower += face.lower * weight;
            best_.lower = std::max(best_.lower, face.lower);
        }
        return face;
    }

    /// Adds a face of this `weight`, or several faces of equal value and this total weight. `known` are the
    /// bounds that `add_probe` returned for the face.
    void add(const Interval& face, Value weight, const Interval& known) {
        pending_weight_ -= weight;
        switch (dice_) {
            case Dice::Mean:
                sum_.lower += face.lower * weight;
                sum_.upper += face.upper * weight;
                pending_.lower -= known.lower * weight;
                pending_.upper -= known.upper * weight;
                best_ = choose(choice_, best_, face);
                break;
            case Dice::Every: sum_ = choose(Choice::Least, sum_, face); break;
            case Dice::Some: sum_ = choose(Choice::Greatest, sum_, face); break;
        }
    }
    /// Adds a face for which `add_probe` was not called.
    void add(const Interval& face, Value weight) { add(face, weight, {0, max_value_}); }

    /// Returns bounds of the result, proven by the faces added or probed so far.
    Interval bounds() const {
        if (dice_ == Dice::Mean)
            return {scale_ * (sum_.lower + pending_.lower + free_weight_ * free_least()),
                    scale_ * (sum_.upper + pending_.upper + free_weight_ * free_most())};
        // Free faces change neither the least nor the greatest value, since they are worth one of the two.
        if (pending_weight_ == 0) return sum_;
        return dice_ == Dice::Every ? Interval{0, sum_.upper} : Interval{sum_.lower, max_value_};
    }

    /// Returns the window in which to search the next face, of this `weight` and with bounds `known`: if its
    /// value lies outside, the result lies outside the window `whole`.
    Window window(const Window& whole, Value weight, const Interval& known) const {
        if (dice_ == Dice::Every) return {whole.alpha, std::min(whole.beta, sum_.upper)};
        if (dice_ == Dice::Some) return {std::max(whole.alpha, sum_.lower), whole.beta};
        // The most and the least that all other faces contribute.
        const Value others_most =
            scale_ * (sum_.upper + pending_.upper - known.upper * weight +
                      free_weight_ * (choice_ == Choice::Least ? best_.upper : max_value_));
        const Value others_least = scale_ * (sum_.lower + pending_.lower - known.lower * weight +
                                             free_weight_ * (choice_ == Choice::Least ? 0 : best_.lower));
        const Value scale = scale_ * weight;
        const Value alpha = whole.alpha <= others_most ? 0 : (whole.alpha - others_most) / scale;
        const Value beta = whole.beta <= others_least ? 0 : (whole.beta - others_least + scale - 1) / scale;
        return {alpha, std::min(beta, max_value_)};
    }
    /// Returns the window in which to search the next face if `add_probe` was not called for it.
    Window window(const Window& whole, Value weight) const { return window(whole, weight, {0, max_value_}); }

  private:
    /// The least and the greatest possible value of a free face. Faces not yet added can only improve it for
    /// the chooser.
    Value free_least() const { return choice_ == Choice::Least && pending_weight_ > 0 ? 0 : best_.lower; }
    Value free_most() const {
        return choice_ == Choice::Greatest && pending_weight_ > 0 ? max_value_ : best_.upper;
    }

    Dice dice_;
    Choice choice_;
    Value max_value_;
    Value scale_;
    Value pending_weight_;  ///< weight of the faces not yet added, without free ones
    Value free_weight_;     ///< weight of the free faces
    Interval sum_;          ///< result of the added faces: under Mean the sum of weight times value
    Interval pending_;      ///< under Mean: the sum of weight times bounds of the faces not yet added
    Interval best_;         ///< under Mean: the chooser's best value among added and probed faces
};

/// Returns an empty fold for the faces of `rolls`, each worth at most `max_value`. All faces must be added,
/// free ones too.
template <unsigned chance_unit, class Rolls>
Fold<chance_unit> fold_over(Dice dice, const Rolls& rolls, std::uint64_t max_value) {
    std::uint64_t total = 0;
    for (const auto& chance : rolls) total += chance.weight;
    return Fold<chance_unit>(dice, total, max_value);
}

/// Returns bounds of the chooser's best value among `moves`, at most `max_value`, by alpha-beta: stops at the
/// first cutoff. `value(move, window)` returns bounds of the value of a move.
template <class SomeMoves, class MoveValue>
Interval search_moves(const SomeMoves& moves, Choice choice, std::uint64_t max_value, Window window,
                      MoveValue value) {
    const bool greatest = choice == Choice::Greatest;
    Interval best = worst(choice, max_value);
    for (const auto& move : moves) {
        best = choose(choice, best, value(move, window));
        if (greatest) {
            window.alpha = std::max(window.alpha, best.lower);
        } else {
            window.beta = std::min(window.beta, best.upper);
        }
        // Cutoff: the remaining moves can only raise (or lower) the result.
        if (greatest ? best.lower >= window.beta || best.lower == max_value : best.upper <= window.alpha) {
            return greatest ? Interval{best.lower, max_value} : Interval{0, best.upper};
        }
    }
    return best;
}

/// Returns bounds of the value of `position` before a roll: combines, by `dice`, the chooser's best move of
/// each face, at most `max_value`. Generates the moves roll by roll, so it works for every game.
/// `allowed(roll, out)` fills `out` with the moves of a roll and returns whether the roll binds or leaves the
/// move free; `value(move, window)` returns bounds of the value of a move. {0, 0} if there is no legal move.
template <Position P, class Allowed, class MoveValue>
Interval search_faces_by_roll(const P& position, Dice dice, Choice choice, std::uint64_t max_value,
                              const Window& window, Allowed allowed, MoveValue value) {
    const auto rolls = position.rolls();
    auto fold = fold_over<P::chance_unit>(dice, rolls, max_value);
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
        fold.add(search_moves(moves, choice, max_value, fold.window(window, chance.weight), value),
                 chance.weight);
        if (suffices(fold.bounds(), window)) return fold.bounds();
    }
    if (free > 0)
        fold.add(search_moves(free_moves, choice, max_value, fold.window(window, free), value), free);
    return fold.bounds();
}

/// Returns bounds from the transposition table if they suffice for `window`, else those of `search()`,
/// which it stores. Values are at most `max_value`; `depth` distinguishes nodes of one position that differ
/// in the moves remaining or in the side that is "us".
template <class Search>
Interval look_up_or_search(BoundsTable& table, const PositionKey& key, int depth, const Window& window,
                           std::uint64_t max_value, Search search) {
    const Interval known = table.find(key, depth).value_or(Interval{0, max_value});
    if (suffices(known, window)) return known;
    Interval found = search();
    found = {std::max(found.lower, known.lower), std::min(found.upper, known.upper)};
    table.store(key, depth, found);
    return found;
}

}  // namespace octomate::solver
