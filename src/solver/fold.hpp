#pragma once

#include <algorithm>
#include <cstdint>

#include "core/position.hpp"
#include "solver/bounds_table.hpp"
#include "solver/mate_options.hpp"

namespace octomate::solver {

/// The values that a search must distinguish.
struct Window {
    std::uint64_t alpha;  ///< a value below or equal is as good as it
    std::uint64_t beta;   ///< a value above or equal is as good as it
};

/// Whether bounds say all that the window asks.
inline bool outside(const Interval& bounds, const Window& window) {
    return bounds.upper <= window.alpha || bounds.lower >= window.beta || bounds.exact();
}

/// What the opponent, or we, do with a set of moves.
enum class Choice : std::uint8_t { Least, Greatest };

/// The value of having no moves.
inline Interval worst(Choice choice, std::uint64_t one) {
    return choice == Choice::Greatest ? Interval{0, 0} : Interval{one, one};
}

inline Interval choose(Choice choice, const Interval& a, const Interval& b) {
    return choice == Choice::Greatest ? Interval{std::max(a.lower, b.lower), std::max(a.upper, b.upper)}
                                      : Interval{std::min(a.lower, b.lower), std::min(a.upper, b.upper)};
}

/// Adds up the faces of a position as the dice say. They come one after the other; those that are still to
/// come count as anything from 0 to 1, or what is known of them. Faces that leave the move free are worth
/// what the chooser makes of all others. Under Mean the whole is counted in a unit `chance_unit` times as
/// fine as the faces, so that nothing is rounded.
template <unsigned chance_unit>
class Fold {
  public:
    using Value = std::uint64_t;

    /// Of faces whose weights add up to `total`, which divides `chance_unit`, each worth at most `one`; the
    /// weight `free` of them is of free ones, which are not added.
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

    /// Whether what the chooser has at least on the faces still to come can settle the whole.
    bool can_learn(const Window& whole) const {
        if (dice_ != Dice::Mean) return false;
        return choice_ == Choice::Least ? whole.alpha > 0 : whole.beta < bounds().upper;
    }

    /// Under Mean: takes in what one move is worth that the chooser has on a face still to come. Returns what
    /// is known of that face now, for `window` and `add`.
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

    /// Takes in the next face, or several of the same value and so much weight together, of which `known` was
    /// known.
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
    void add(const Interval& face, Value weight) { add(face, weight, {0, one_}); }

    /// What is proven of the whole by now.
    Interval bounds() const {
        if (dice_ == Dice::Mean)
            return {scale_ * (sum_.lower + coming_.lower + free_ * free_least()),
                    scale_ * (sum_.upper + coming_.upper + free_ * free_most())};
        // The best and the worst of all moves are among those of the other faces: free ones change nothing.
        if (rest_ == 0) return sum_;
        return dice_ == Dice::Every ? Interval{0, sum_.upper} : Interval{sum_.lower, one_};
    }

    /// What the next face, of so much weight and of which `known` is known, must be in for the whole to be in
    /// the window.
    Window window(const Window& whole, Value weight, const Interval& known) const {
        if (dice_ == Dice::Every) return {whole.alpha, std::min(whole.beta, sum_.upper)};
        if (dice_ == Dice::Some) return {std::max(whole.alpha, sum_.lower), whole.beta};
        // The others can add so much at most, and will add so much at least.
        const Value others_most = scale_ * (sum_.upper + coming_.upper - known.upper * weight +
                                            free_ * (choice_ == Choice::Least ? best_.upper : one_));
        const Value others_least = scale_ * (sum_.lower + coming_.lower - known.lower * weight +
                                             free_ * (choice_ == Choice::Least ? 0 : best_.lower));
        const Value scale = scale_ * weight;
        const Value alpha = whole.alpha <= others_most ? 0 : (whole.alpha - others_most) / scale;
        const Value beta = whole.beta <= others_least ? 0 : (whole.beta - others_least + scale - 1) / scale;
        return {alpha, std::min(beta, one_)};
    }
    Window window(const Window& whole, Value weight) const { return window(whole, weight, {0, one_}); }

  private:
    /// What a free face is worth, whatever the others still bring.
    Value free_least() const { return choice_ == Choice::Least && rest_ > 0 ? 0 : best_.lower; }
    Value free_most() const { return choice_ == Choice::Greatest && rest_ > 0 ? one_ : best_.upper; }

    Dice dice_;
    Choice choice_;
    Value one_;
    Value scale_;
    Value rest_;  ///< weight of the faces that are still to come
    Value free_;
    Interval sum_;     ///< of what came: under Mean in the faces' unit times their weights
    Interval coming_;  ///< under Mean: of what is still to come, so counted
    Interval best_;    ///< under Mean: what the chooser would make of all that came
};

/// The fold over the faces of all rolls of a position, each worth at most `one`.
template <unsigned chance_unit, class Rolls>
Fold<chance_unit> fold_over(Dice dice, const Rolls& rolls, std::uint64_t one) {
    std::uint64_t total = 0;
    for (const auto& chance : rolls) total += chance.weight;
    return Fold<chance_unit>(dice, total, one);
}

/// The best of some moves for the chooser, each worth at most `one`; `value(move, window)` is the value of a
/// move.
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
        // The moves still to come can only raise (or lower) it.
        if (greatest ? best.lower >= window.beta || best.lower == one : best.upper <= window.alpha) {
            return greatest ? Interval{best.lower, one} : Interval{0, best.upper};
        }
    }
    return best;
}

/// Folds the faces of a position, each worth at most `one`, roll by roll: the best of its moves for the
/// chooser. `allowed(roll, out)` lists them and returns whether they are bound; `value(move, window)` is the
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
/// at most `one`; `depth` distinguishes kinds of nodes.
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
