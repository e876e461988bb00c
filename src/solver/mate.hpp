#pragma once

#include <tbb/parallel_for.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <limits>
#include <string_view>
#include <vector>

#include "core/position.hpp"
#include "solver/bounds_table.hpp"
#include "solver/fraction.hpp"

namespace octomate::solver {

/// What a roll counts as, ours and the opponent's: the mean of all, the worst for us, or the best for us.
enum class Dice : std::uint8_t { Mean, Every, Some };

/// What the opponent plays: what is worst for us, or what is best for us (a help mate).
enum class Defence : std::uint8_t { Best, Help };

/// "mean", "every" or "some".
constexpr std::string_view name(Dice dice) {
    constexpr std::string_view names[] = {"mean", "every", "some"};
    return names[static_cast<std::size_t>(dice)];
}

/// "best" or "help".
constexpr std::string_view name(Defence defence) { return defence == Defence::Best ? "best" : "help"; }

/// When to give up. Bounds proven by then are told.
struct Limits {
    std::uint64_t nodes = std::numeric_limits<std::uint64_t>::max();
    std::chrono::steady_clock::time_point deadline = std::chrono::steady_clock::time_point::max();
    const std::atomic<bool>* interrupted = nullptr;
};

struct MateOptions {
    int moves = 1;  ///< of the side to move, the last giving mate; 1…most_moves
    Dice dice = Dice::Mean;
    Defence defence = Defence::Best;
    std::size_t hash_bytes = std::size_t{64} << 20;  ///< bound on the memory of the transposition table
    bool parallel = true;  ///< share the root moves out to threads; never changes the answer
    Limits limits;
};

/// One roll of the side to move.
template <Position P>
struct MateFace {
    typename P::Roll roll{};
    Bounds value;         ///< in units of 1 / MateResult::face_unit
    bool forced = false;  ///< the value under Every and Best is 1, whatever the options
    std::vector<typename P::Move>
        best;  ///< all moves that reach the value, in order; none at 0, or if it is not exact
};

/// The value of a position: the chance, or the certainty, of mate.
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

/// The value of a position for the side to move, who has at most `moves` moves of its own, the last giving
/// mate:
///   * before a roll: the fold of `dice` over the values of the faces; a face's value is the best of its
///   moves, 0 if it
///     has none,
///   * after a move of ours: 1 if it mates; else 0 if it was the last or stalemates; else the fold over the
///   opponent's
///     rolls (one, in check) of the opponent's choice by `defence` among the moves of the roll, each of which
///     leads to the value before our next roll.
/// All values are whole numbers of a unit that depends only on the number of moves left, so nothing is
/// rounded: with k further moves of ours the value after a move is a multiple of 1 / R^2k, where R is the
/// number of faces.
template <class P>
requires MatesInBulk<P> && HasSymmetries<P>
class MateSearch {
  public:
    using Move = typename P::Move;

    /// With so many moves at most no number overflows.
    static constexpr int most_moves(Dice dice) {
        if (dice != Dice::Mean || P::faces_of_the_die == 1) return 100;
        int moves = 1;
        for (std::uint64_t unit = P::faces_of_the_die;
             unit <= most / square(P::faces_of_the_die) / P::faces_of_the_die;
             unit *= square(P::faces_of_the_die)) {
            ++moves;
        }
        return moves;
    }

    explicit MateSearch(const MateOptions& options)
        : options_(options), table_(options.moves > 2 ? options.hash_bytes : 0) {}

    /// Solves one position.
    MateResult<P> solve(const P& position) {
        nodes_ = 0;
        stopped_ = false;
        MateResult<P> result;
        result.face_unit = after_unit(options_.moves - 1);
        result.total_unit = before_unit(options_.moves);
        const Root root = solve_root(position);
        Fold fold(options_.dice, position.rolls().size(), result.face_unit);
        for (const auto& chance : position.rolls()) {
            MateFace<P>& face = result.faces.emplace_back(face_of(position, root, chance.roll));
            fold.add(face.value);
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
    static constexpr Value square(Value value) { return value * value; }

    /// What the opponent, or we, do with a set of moves; what a die does with a set of faces.
    enum class Choice : std::uint8_t { Least, Greatest };

    struct Window {
        Value alpha;  ///< a value below or equal is as good as it
        Value beta;   ///< a value above or equal is as good as it
    };

    /// The moves of the root and what each is worth. Values below the best of their roll may be known only
    /// from above.
    struct Root {
        MoveList<P> moves;
        std::vector<Bounds> values;
    };

    // Units.

    Value die() const { return options_.dice == Dice::Mean ? P::faces_of_the_die : 1; }

    /// 1 after a move of ours with so many to come.
    Value after_unit(int left) const {
        Value unit = 1;
        for (int n = 0; n < left; ++n) unit *= square(die());
        return unit;
    }
    /// 1 before a roll of ours with so many moves to come, this one included.
    Value before_unit(int left) const { return after_unit(left - 1) * die(); }

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

    /// Adds up faces as the dice say. The faces come one after the other; those that are still to come count
    /// as anything from 0 to 1.
    class Fold {
      public:
        /// So many faces (one, in check, stands for all of the die), each worth at most `one`.
        Fold(Dice dice, std::size_t number, Value one)
            : dice_(dice),
              one_(one),
              weight_(dice == Dice::Mean ? P::faces_of_the_die / number : 1),
              rest_(number) {
            if (dice == Dice::Mean) {
                bounds_ = {0, one * P::faces_of_the_die};
            } else {
                bounds_ = dice == Dice::Every ? Bounds{one, one} : Bounds{0, 0};
            }
        }

        /// Takes in the next `times` faces, all of the same value.
        void add(const Bounds& face, std::size_t times = 1) {
            rest_ -= times;
            switch (dice_) {
                case Dice::Mean:
                    bounds_.lower += face.lower * weight_ * times;
                    bounds_.upper -= (one_ - face.upper) * weight_ * times;
                    break;
                case Dice::Every:
                    bounds_.lower = std::min(bounds_.lower, face.lower);
                    bounds_.upper = std::min(bounds_.upper, face.upper);
                    break;
                case Dice::Some:
                    bounds_.lower = std::max(bounds_.lower, face.lower);
                    bounds_.upper = std::max(bounds_.upper, face.upper);
                    break;
            }
        }

        /// What is proven of the whole by now.
        Bounds bounds() const {
            if (rest_ == 0 || dice_ == Dice::Mean) return bounds_;
            return dice_ == Dice::Every ? Bounds{0, bounds_.upper} : Bounds{bounds_.lower, one_};
        }

        /// What the next face must be in for the whole to be in the window.
        Window window(const Window& whole) const {
            if (dice_ == Dice::Every) return {whole.alpha, std::min(whole.beta, bounds_.upper)};
            if (dice_ == Dice::Some) return {std::max(whole.alpha, bounds_.lower), whole.beta};
            // The others can add so much at most (from their upper bounds), and will add so much at least.
            const Value others_most = bounds_.upper - one_ * weight_;
            const Value others_least = bounds_.lower;
            const Value alpha = whole.alpha <= others_most ? 0 : (whole.alpha - others_most) / weight_;
            const Value beta =
                whole.beta <= others_least ? 0 : (whole.beta - others_least + weight_ - 1) / weight_;
            return {alpha, std::min(beta, one_)};
        }

      private:
        Dice dice_;
        Value one_;
        Value weight_;
        std::size_t rest_;
        Bounds bounds_;
    };

    static bool outside(const Bounds& bounds, const Window& window) {
        return bounds.upper <= window.alpha || bounds.lower >= window.beta || bounds.exact();
    }

    /// Walks the faces of a position: the best, for the chooser, of the moves of each, folded by the dice.
    /// `value(move, window)` is the value of a move.
    template <class MoveValue>
    Bounds over_faces(const P& position, const MoveList<P>& moves, Choice choice, Value one,
                      const Window& window, MoveValue value) {
        const auto rolls = position.rolls();
        // A roll that binds no move leaves all of them free: its value is the best of the other faces'
        // values. They come last, and no window may cut the others before.
        std::size_t free = 0;
        for (const auto& chance : rolls) free += serves(position, moves, chance.roll) ? 0 : 1;
        Fold fold(options_.dice, rolls.size(), one);
        Bounds of_free = choice == Choice::Greatest ? Bounds{0, 0} : Bounds{one, one};
        for (const auto& chance : rolls) {
            if (!serves(position, moves, chance.roll)) continue;
            const Window face_window = free > 0 ? Window{0, one} : fold.window(window);
            const Bounds face = over_moves(position, moves, chance.roll, choice, one, face_window, value);
            fold.add(face);
            of_free = choose(choice, of_free, face);
            if (free == 0 && outside(fold.bounds(), window)) return fold.bounds();
        }
        if (free > 0) fold.add(of_free, free);
        return fold.bounds();
    }

    static bool serves(const P& position, const MoveList<P>& moves, typename P::Roll roll) {
        return std::any_of(moves.begin(), moves.end(),
                           [&](Move move) { return position.roll_of(move) == roll; });
    }

    static Bounds choose(Choice choice, const Bounds& a, const Bounds& b) {
        return choice == Choice::Greatest ? Bounds{std::max(a.lower, b.lower), std::max(a.upper, b.upper)}
                                          : Bounds{std::min(a.lower, b.lower), std::min(a.upper, b.upper)};
    }

    /// The best of the moves that serve a roll.
    template <class MoveValue>
    Bounds over_moves(const P& position, const MoveList<P>& moves, typename P::Roll roll, Choice choice,
                      Value one, Window window, MoveValue value) {
        const bool greatest = choice == Choice::Greatest;
        Bounds best = greatest ? Bounds{0, 0} : Bounds{one, one};
        for (const Move move : moves) {
            if (position.roll_of(move) != roll) continue;
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
    Bounds before_roll(const P& position, int left, const Window& window) {
        MoveList<P> mates;
        position.mating_moves(mates);
        if (left == 1) return mates_now(position, mates);
        if (spend()) return {0, before_unit(left)};
        return remember(position, 2 * left, window, before_unit(left), [&] {
            const Value one = after_unit(left - 1);
            MoveList<P> moves;
            position.legal_moves(moves);
            if (moves.empty()) return Bounds{0, 0};
            std::stable_partition(moves.begin(), moves.end(),
                                  [&](Move move) { return is_among(mates, move); });
            return over_faces(position, moves, Choice::Greatest, one, window,
                              [&](Move move, const Window& of_move) {
                                  if (is_among(mates, move)) return Bounds{one, one};
                                  return after_move(position.play(move), left - 1, of_move);
                              });
        });
    }

    /// After a move of ours that did not mate, with `left` moves of ours to come: the opponent rolls.
    Bounds after_move(const P& position, int left, const Window& window) {
        if (left == 0) return {0, 0};
        if (spend()) return {0, after_unit(left)};
        return remember(position, 2 * left + 1, window, after_unit(left), [&] {
            MoveList<P> moves;
            position.legal_moves(moves);
            if (moves.empty()) return Bounds{0, 0};  // stalemate
            const Choice choice = options_.defence == Defence::Best ? Choice::Least : Choice::Greatest;
            return over_faces(position, moves, choice, before_unit(left), window,
                              [&](Move move, const Window& of_move) {
                                  return before_roll(position.play(move), left, of_move);
                              });
        });
    }

    static bool is_among(const MoveList<P>& list, Move move) {
        return std::find(list.begin(), list.end(), move) != list.end();
    }

    /// The last move: the faces that mate, as the dice count them.
    Bounds mates_now(const P& position, const MoveList<P>& mates) const {
        if (mates.empty()) return {0, 0};
        const auto rolls = position.rolls();
        const auto counts = position.count_by_roll();
        Fold fold(options_.dice, rolls.size(), 1);
        std::size_t number = 0;
        for (const auto& chance : rolls) {
            const bool free = counts[number++] == 0;
            const bool wins = free || std::any_of(mates.begin(), mates.end(), [&](Move move) {
                                  return position.roll_of(move) == chance.roll;
                              });
            fold.add(wins ? Bounds{1, 1} : Bounds{0, 0});
        }
        return fold.bounds();
    }

    /// Looks a position up before searching it, and keeps what the search proved. `depth` tells kinds of
    /// nodes apart.
    template <class Search>
    Bounds remember(const P& position, int depth, const Window& window, Value one, Search search) {
        if (options_.moves <= 2) return search();
        PositionKey key = position.symmetric_key();
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
        MoveList<P> mates;
        position.mating_moves(mates);
        const Value one = after_unit(options_.moves - 1);
        root.values.assign(root.moves.size(), Bounds{0, one});
        std::vector<std::atomic<Value>> best(position.rolls().size());
        const auto solve_move = [&](std::size_t number) {
            const Move move = root.moves[number];
            std::atomic<Value>& of_roll = best[number_of(position, position.roll_of(move))];
            const Value so_far = of_roll.load(std::memory_order_relaxed);
            // Whoever equals the best must be known to, so only what is worse by a unit may stay unclear.
            const Window window{so_far == 0 ? 0 : so_far - 1, one};
            Bounds& value = root.values[number];
            value = is_among(mates, move) ? Bounds{one, one}
                                          : after_move(position.play(move), options_.moves - 1, window);
            raise(of_roll, value.lower);
        };
        if (options_.parallel && options_.limits.nodes == Limits{}.nodes) {
            tbb::parallel_for(std::size_t{0}, root.moves.size(), solve_move);
        } else {
            for (std::size_t number = 0; number < root.moves.size(); ++number) solve_move(number);
        }
        return root;
    }

    static std::size_t number_of(const P& position, typename P::Roll roll) {
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

    MateFace<P> face_of(const P& position, const Root& root, typename P::Roll roll) const {
        MateFace<P> face;
        face.roll = roll;
        const bool bound = serves(position, root.moves, roll);
        const auto allowed = [&](std::size_t number) {
            return !bound || position.roll_of(root.moves[number]) == roll;
        };
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

    /// A face is forced if every roll against the best defence leads to mate. The mean is 1 only then; other
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
    std::atomic<std::uint64_t> nodes_ = 0;
    std::atomic<bool> stopped_ = false;
};

}  // namespace octomate::solver
