#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "core/position.hpp"
#include "core/types.hpp"
#include "solver/bounds_table.hpp"
#include "solver/faces.hpp"
#include "solver/fold.hpp"
#include "solver/mate_options.hpp"
#include "solver/mate_result.hpp"
#include "solver/parallel.hpp"

// Searches for stipulations: helpmates, series movers, direct mates and stalemates, selfmates, reflex mates.
//
// Two kinds of stipulations differ in how long a solution is:
//   * Help, Series, SeriesHelp: both sides work together. A solution is a sequence of exactly `plies()` plies
//     that ends with the goal. `TurnSequence` defines which side moves, and which side reaches the goal.
//   * Direct, Self, Reflex: we play against the opponent; the goal may come sooner.
// StipulationSearch computes the probability or certainty of success, like MateSearch: depth first, with the
// windows of solver/fold.hpp at each roll, and a transposition table of proven bounds. LineSearch lists or
// counts all solutions of the first kind without regard to rolls; it stores the positions without a solution.

namespace octomate::solver {

/// Fills `out` with the moves of the side to move that reach `goal`: they win the game (Goal::Mate) or draw
/// it (Goal::Stalemate). Each once, in no particular order.
template <Position P>
void find_goals(const P& position, Goal goal, MoveList<P>& out) {
    if (goal == Goal::Mate) return find_wins(position, out);
    MoveList<P> moves;
    position.legal_moves(moves);
    out.clear();
    for (const auto& move : moves) {
        if (position.play(move).outcome() == Outcome::Draw) out.push_back(move);
    }
}

/// The sequence of turns of a cooperative stipulation: exactly `plies()` plies, the last one a goal move of
/// `final_mover()`; the game must not end sooner. In a series one side makes all plies (in SeriesHelp all but
/// the last): after each of its moves the other side passes, even without a legal move, but not in check.
class TurnSequence {
  public:
    TurnSequence(const Stipulation& stipulation, Color first_mover)
        : stipulation_(stipulation), first_mover_(first_mover), plies_(plies_of(stipulation)) {
        switch (stipulation.kind) {
            case StipulationKind::Help: final_mover_ = plies_ % 2 == 1 ? first_mover : !first_mover; break;
            case StipulationKind::SeriesHelp: final_mover_ = !first_mover; break;
            default: final_mover_ = first_mover;
        }
    }

    int plies() const { return plies_; }
    Color final_mover() const { return final_mover_; }

    /// Returns the position in which the next ply is made: `played`, or in a series the position after the
    /// other side has passed. `plies_left` plies remain. Returns nullopt if the other side cannot pass.
    template <Position P>
    std::optional<P> next_position(const P& played, int plies_left) const {
        if constexpr (Passes<P>) {
            if (stipulation_.is_series() && plies_left > after_series() && played.turn() != first_mover_)
                return played.passed();
        }
        return played;
    }

  private:
    static int plies_of(const Stipulation& stipulation) {
        if (stipulation.kind == StipulationKind::Help) return stipulation.half_moves;
        return stipulation.moves() + (stipulation.kind == StipulationKind::SeriesHelp ? 1 : 0);
    }

    /// The number of plies after the series: the other side's goal move in SeriesHelp.
    int after_series() const { return stipulation_.kind == StipulationKind::SeriesHelp ? 1 : 0; }

    Stipulation stipulation_;
    Color first_mover_;
    int plies_;
    Color final_mover_ = Color::White;
};

/// How to search for a stipulation; `moves` and `defence` of MateOptions are not used.
struct StipulationOptions : MateOptions {
    Stipulation stipulation;
};

/// Computes the value of a position under a stipulation: the probability (Dice::Mean) or certainty (Every,
/// Some) that it is fulfilled. "We" are the side to move at the root. Before a roll of either side, the
/// values of the faces are combined by `dice`; a face is worth the greatest or the least value of its moves;
/// a move is worth 1 or 0 if it decides, else the value of the position after it.
///   * A goal move wins the game for its mover (Goal::Mate) or draws it (Goal::Stalemate).
///   * Help, Series, SeriesHelp: both sides choose the greatest value. Success is a goal move of the
///     final mover at the last ply of the TurnSequence; a game that ends sooner fails.
///   * Direct: we choose the greatest value, the opponent the least. Success is a goal move of ours within
///     `moves()` moves; a win where a draw is the goal fails.
///   * Self: we choose the greatest value, the opponent the least. Success is a goal move of the opponent,
///     at the latest in reply to our move number `moves()`; any other end of the game fails.
///   * Reflex: like Self, but a side that may play a goal move on its roll must play one.
/// If one side moves several times in a row, only our moves are counted, as in MateSearch. Values are
/// integers over a denominator: with R = chance_unit and r the most plies in a row, R^plies for Help, Series
/// and SeriesHelp, that of MateUnits for Direct, and R^(n + n r) for Self and Reflex with n moves.
template <Position P>
class StipulationSearch {
  public:
    using Move = typename P::Move;

    /// Checks whether the values of `stipulation` fit into 64 bits.
    static constexpr bool values_fit(const Stipulation& stipulation, Dice dice) {
        if (dice != Dice::Mean || chance_unit == 1) return true;
        int limit = -1;  // powers of R that fit into a value, less one to spare
        for (Value quotient = std::numeric_limits<Value>::max(); quotient >= chance_unit;
             quotient /= chance_unit)
            ++limit;
        return rolls_of(stipulation) <= limit;
    }

    /// Requires `values_fit`, and a stipulation other than a plain mate; a series needs positions that can
    /// pass the turn.
    explicit StipulationSearch(const StipulationOptions& options)
        : options_(options),
          units_(options.dice),
          table_(rolls_of(options.stipulation) > 3 ? options.hash_bytes : 0) {}

    /// Returns the value of every face and of the whole position; only bounds if a limit was hit.
    MateResult<P> solve(const P& position) {
        budget_.reset();
        us_ = position.turn();
        turn_sequence_ = TurnSequence(options_.stipulation, us_);
        final_mover_ = has_turn_sequence()                 ? turn_sequence_.final_mover()
                       : kind() == StipulationKind::Direct ? us_
                                                           : !us_;
        MateResult<P> result;
        const Stage root{has_turn_sequence() ? turn_sequence_.plies() : options_.stipulation.moves(), 0};
        result.total_unit = units_.for_rolls(rolls_from(root, true));
        result.face_unit = units_.for_rolls(rolls_from(root, true) - 1);
        solve_root(position, root, result);
        const auto rolls = position.rolls();
        auto fold = fold_over<chance_unit>(options_.dice, rolls, result.face_unit);
        std::size_t number = 0;
        for (const auto& chance : rolls) fold.add(result.faces[number++].value, chance.weight);
        result.total = fold.bounds();
        find_forced(position, result);
        result.nodes = budget_.nodes();
        return result;
    }

  private:
    using Value = std::uint64_t;
    static constexpr unsigned chance_unit = P::chance_unit;
    static constexpr int max_run = plies_in_a_row<P>;
    static constexpr bool sides_alternate = chance_unit > 1 && max_run == 1;

    /// How much of a line remains.
    struct Stage {
        int remaining;  ///< remaining plies of the TurnSequence if there is one, else remaining moves of ours
        int ply;        ///< number of moves that the opponent has already made in a row
    };

    StipulationKind kind() const { return options_.stipulation.kind; }
    bool has_turn_sequence() const { return options_.stipulation.has_lines(); }

    /// The greatest number of rolls in a line of `stipulation`.
    static constexpr int rolls_of(const Stipulation& stipulation) {
        const int moves = stipulation.moves();
        switch (stipulation.kind) {
            case StipulationKind::Help: return stipulation.half_moves;
            case StipulationKind::Series: return moves;
            case StipulationKind::SeriesHelp: return moves + 1;
            case StipulationKind::Direct: return moves + (moves - 1) * max_run;
            default: return moves * (1 + max_run);
        }
    }

    /// The greatest number of rolls that remain, including the next roll; `ours` if that is our roll.
    int rolls_from(const Stage& stage, bool ours) const {
        if (has_turn_sequence()) return stage.remaining;
        const int before_our_roll = stage.remaining == 0 ? 0
                                    : kind() == StipulationKind::Direct
                                        ? stage.remaining + (stage.remaining - 1) * max_run
                                        : stage.remaining * (1 + max_run);
        return ours ? before_our_roll : max_run - stage.ply + before_our_roll;
    }

    /// Returns the value before a roll, scaled up to the denominator of a line with `rolls` more rolls.
    Interval scaled_for_rolls(int rolls, const P& position, const Stage& stage, const Window& window) {
        return scaled(units_.for_rolls(rolls), window,
                      [&](const Window& finer) { return before_roll(position, stage, finer); });
    }

    /// Fills `out` with the moves of `roll`. In a reflex stipulation only goal moves remain if there are any.
    /// Returns whether the roll binds or leaves the move free.
    Freedom allowed_on(const P& position, const typename P::Roll& roll, const MoveList<P>& goals,
                       MoveList<P>& out) const {
        const Freedom freedom = position.legal_moves(roll, out);
        if (kind() != StipulationKind::Reflex || goals.empty()) return freedom;
        const auto goals_end = std::stable_partition(out.begin(), out.end(),
                                                     [&](const Move& move) { return is_among(goals, move); });
        if (goals_end != out.begin()) out.resize(static_cast<std::size_t>(goals_end - out.begin()));
        return freedom;
    }

    /// `search_faces_by_roll` with the moves that the stipulation allows.
    template <class MoveValue>
    Interval search_faces(const P& position, const MoveList<P>& goals, Choice choice, Value max_value,
                          const Window& window, MoveValue value) const {
        return search_faces_by_roll(
            position, options_.dice, choice, max_value, window,
            [&](const typename P::Roll& roll, MoveList<P>& out) {
                return allowed_on(position, roll, goals, out);
            },
            value);
    }

    /// Fills `out` with the goal moves that count at this stage: moves of the final mover, in a TurnSequence
    /// only at the last ply. In a reflex stipulation also moves of the other side, which must be played.
    void goals_at(const P& position, const Stage& stage, MoveList<P>& out) const {
        out.clear();
        const bool too_soon = has_turn_sequence() && stage.remaining > 1;
        const bool goal_counts = position.turn() == final_mover_ && !too_soon;
        if (goal_counts || kind() == StipulationKind::Reflex)
            find_goals(position, options_.stipulation.goal, out);
    }

    /// Checks whether this is the last move that can fulfil the stipulation.
    bool is_last(const Stage& stage, bool ours) const {
        if (has_turn_sequence()) return stage.remaining == 1;
        if (kind() == StipulationKind::Direct) return ours && stage.remaining == 1;
        return sides_alternate && !ours && stage.remaining == 0;
    }

    /// Returns bounds of the value before a roll; 0 if the game is over.
    Interval before_roll(const P& position, const Stage& stage, const Window& window) {
        const bool ours = position.turn() == us_;
        const int rolls = rolls_from(stage, ours);
        if (budget_.count_node()) return {0, units_.for_rolls(rolls)};
        MoveList<P> goals;
        goals_at(position, stage, goals);
        if (is_last(stage, ours) && goals.empty()) return {0, 0};
        return look_up_or_search(position, stage, ours, window, units_.for_rolls(rolls), [&] {
            const Choice choice = ours || has_turn_sequence() ? Choice::Greatest : Choice::Least;
            return search_faces(position, goals, choice, units_.for_rolls(rolls - 1), window,
                                [&](const Move& move, const Window& move_window) {
                                    return value_of(position, move, goals, stage, move_window);
                                });
        });
    }

    /// Returns bounds of the value of `move`, over the denominator with one roll fewer than before it.
    /// `goals` are the goal moves.
    Interval value_of(const P& position, const Move& move, const MoveList<P>& goals, const Stage& stage,
                      const Window& window) {
        const bool ours = position.turn() == us_;
        if (is_among(goals, move)) {
            const Value value =
                position.turn() == final_mover_ ? units_.for_rolls(rolls_from(stage, ours) - 1) : 0;
            return {value, value};
        }
        if (is_last(stage, ours)) return {0, 0};
        const P after = position.play(move);
        if (has_turn_sequence()) {
            const auto next = turn_sequence_.next_position(after, stage.remaining - 1);
            return next ? before_roll(*next, {stage.remaining - 1, 0}, window) : Interval{0, 0};
        }
        if (!sides_alternate && after.outcome() != Outcome::Ongoing) return {0, 0};
        const bool ours_next = after.turn() == us_;
        if (ours) {
            const Stage next{stage.remaining - 1, 0};
            if (!ours_next) return before_roll(after, next, window);
            return next.remaining == 0 ? Interval{0, 0} : scaled_for_rolls(max_run, after, next, window);
        }
        if (!ours_next)
            return before_roll(after, {stage.remaining, units_.uses_means() ? stage.ply + 1 : 0}, window);
        return stage.remaining == 0
                   ? Interval{0, 0}
                   : scaled_for_rolls(max_run - stage.ply - 1, after, {stage.remaining, 0}, window);
    }

    /// `solver::look_up_or_search` with this search's table; not for the last roll or short stipulations.
    template <class Search>
    Interval look_up_or_search(const P& position, const Stage& stage, bool ours, const Window& window,
                               Value max_value, Search search) {
        if (rolls_from(stage, ours) < 2 || rolls_of(options_.stipulation) <= 3) return search();
        const int depth = ((max_run + 1) * stage.remaining + stage.ply) * 2 + (ours ? 1 : 0);
        return solver::look_up_or_search(table_, position.key(), depth, window, max_value, search);
    }

    /// Computes the exact value of every legal move, in parallel, and from them the faces.
    void solve_root(const P& position, const Stage& root, MateResult<P>& result) {
        const MoveList<P> moves = sorted_moves(position);
        MoveList<P> goals;
        goals_at(position, root, goals);
        const Value max_value = result.face_unit;
        std::vector<Interval> values(moves.size(), Interval{0, max_value});
        for_each_number(moves.size(), options_.in_parallel(), [&](std::size_t number) {
            values[number] = value_of(position, moves[number], goals, root, {0, max_value});
        });
        MoveList<P> allowed;
        for (const auto& chance : position.rolls()) {
            allowed_on(position, chance.roll, goals, allowed);
            const MateFace<P>& face =
                result.faces.emplace_back(face_of<P>(chance.roll, allowed, moves, values));
            result.complete = result.complete && face.value.exact();
        }
    }

    /// Sets `forced` of each face on which success is certain whatever is rolled. Under Mean and Every these
    /// are the faces of value 1; under Some a second search with Every finds them.
    void find_forced(const P& position, MateResult<P>& result) const {
        StipulationOptions strict = options_;
        strict.dice = Dice::Every;
        result.complete &= mark_forced(result, chance_unit == 1 || options_.dice != Dice::Some,
                                       [&] { return StipulationSearch(strict).solve(position); });
    }

    const StipulationOptions options_;
    const MateUnits<P> units_;
    BoundsTable table_;
    Color us_ = Color::White;
    Color final_mover_ = Color::Black;
    TurnSequence turn_sequence_{Stipulation{}, Color::White};
    Budget budget_{options_.limits};
};

/// A solution: one move for each ply.
template <Position P>
using Line = std::vector<typename P::Move>;

/// The solutions of a cooperative stipulation.
template <Position P>
struct Lines {
    std::vector<Line<P>> first;  ///< the first solutions in lexicographic order of their moves
    std::uint64_t count = 0;     ///< number of solutions found, kept or not
    std::uint64_t nodes = 0;
    bool complete = true;  ///< false if one of the Limits stopped the search, so that there may be more
};

/// Finds all solutions of a cooperative stipulation, each sequence of moves once. Assumes that every legal
/// move can be rolled; the same moves with other rolls are not another solution.
template <Position P>
class LineSearch {
  public:
    using Move = typename P::Move;

    /// Keeps the first `max_kept` solutions and stops once more than `most_lines` are counted. A series
    /// needs positions that can pass the turn.
    LineSearch(const StipulationOptions& options, std::size_t max_kept,
               std::uint64_t most_lines = std::numeric_limits<std::uint64_t>::max())
        : options_(options),
          max_kept_(max_kept),
          most_lines_(most_lines),
          table_(TurnSequence(options.stipulation, Color::White).plies() > 2 ? options.hash_bytes : 0) {}

    /// Returns the solutions from `position` whose first move satisfies `accepts(move)`.
    template <class Accepts>
    Lines<P> solve(const P& position, Accepts accepts) {
        budget_.reset();
        counted_ = 0;
        turn_sequence_ = TurnSequence(options_.stipulation, position.turn());
        MoveList<P> moves;
        const int plies_left = turn_sequence_.plies();
        candidates(position, plies_left, moves);
        std::vector<Lines<P>> found(moves.size());
        for_each_number(moves.size(), options_.in_parallel(), [&](std::size_t number) {
            Line<P> line;
            if (accepts(moves[number])) extend(position, moves[number], plies_left, line, found[number]);
        });
        Lines<P> merged;
        for (Lines<P>& part : found) {
            merged.count += part.count;
            for (Line<P>& line : part.first) {
                if (merged.first.size() < max_kept_) merged.first.push_back(std::move(line));
            }
        }
        merged.nodes = budget_.nodes();
        merged.complete = !budget_.stopped();
        return merged;
    }

    /// Returns all solutions from `position`.
    Lines<P> solve(const P& position) {
        return solve(position, [](const Move&) { return true; });
    }

  private:
    /// Fills `out` with the sorted moves that may follow with `plies_left` plies remaining: at the last ply
    /// only goal moves of the final mover.
    void candidates(const P& position, int plies_left, MoveList<P>& out) const {
        out.clear();
        if (plies_left > 1) {
            position.legal_moves(out);
        } else if (position.turn() == turn_sequence_.final_mover()) {
            find_goals(position, options_.stipulation.goal, out);
        }
        std::sort(out.begin(), out.end());
    }

    /// Appends `move` to `line`, searches its continuations, and removes it again. `plies_left` plies remain,
    /// including `move`.
    void extend(const P& position, const Move& move, int plies_left, Line<P>& line, Lines<P>& found) {
        line.push_back(move);
        if (plies_left == 1) {
            ++found.count;
            ++counted_;
            if (found.first.size() < max_kept_) found.first.push_back(line);
        } else {
            const auto next = turn_sequence_.next_position(position.play(move), plies_left - 1);
            if (next) follow(*next, plies_left - 1, line, found);
        }
        line.pop_back();
    }

    /// Searches all continuations of `line` from `position`. Stores positions without a solution in the
    /// table.
    void follow(const P& position, int plies_left, Line<P>& line, Lines<P>& found) {
        if (counted_ > most_lines_ || budget_.count_node()) return;
        std::optional<PositionKey> key;
        if (plies_left > 1) {
            key = position.key();
            if (table_.find(*key, depth_of(position, plies_left))) return;
        }
        const std::uint64_t count_before = found.count;
        MoveList<P> moves;
        candidates(position, plies_left, moves);
        for (const Move& move : moves) extend(position, move, plies_left, line, found);
        if (key && found.count == count_before && !budget_.stopped())
            table_.store(*key, depth_of(position, plies_left), Interval{0, 0});
    }

    /// The depth under which the table stores a position: plies remaining and side to move.
    int depth_of(const P& position, int plies_left) const {
        return 2 * plies_left + (position.turn() == turn_sequence_.final_mover() ? 1 : 0);
    }

    const StipulationOptions options_;
    const std::size_t max_kept_;
    const std::uint64_t most_lines_;
    std::atomic<std::uint64_t> counted_ = 0;
    BoundsTable table_;
    TurnSequence turn_sequence_{Stipulation{}, Color::White};
    Budget budget_{options_.limits};
};

}  // namespace octomate::solver
