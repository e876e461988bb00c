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

namespace octomate::solver {

/// A move reaches the goal of a stipulation if it wins the game for the mover, or draws it. Those of the side
/// to move, each once, in no particular order.
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

/// The course of a stipulation that no side resists: exactly `plies()` plies, each by the side to move. The
/// last one reaches the goal, and is the `finisher`'s; the game must not end sooner. In a series the side
/// that began takes the turn back after each of its plies but its last: it cannot after a check, and it does
/// not matter whether the other side could have moved.
class Course {
  public:
    Course(const Stipulation& stipulation, Color begins)
        : stipulation_(stipulation), begins_(begins), plies_(plies_of(stipulation)) {
        switch (stipulation.kind) {
            case StipulationKind::Help: finisher_ = plies_ % 2 == 1 ? begins : !begins; break;
            case StipulationKind::SeriesHelp: finisher_ = !begins; break;
            default: finisher_ = begins;
        }
    }

    int plies() const { return plies_; }
    Color finisher() const { return finisher_; }

    /// The position in which the next ply is made, after one that leaves `left` to come; none if there is no
    /// such position.
    template <Position P>
    std::optional<P> go_on(const P& played, int left) const {
        if constexpr (Passes<P>) {
            if (stipulation_.is_series() && left > after_series() && played.turn() != begins_)
                return played.passed();
        }
        return played;
    }

  private:
    static int plies_of(const Stipulation& stipulation) {
        if (stipulation.kind == StipulationKind::Help) return stipulation.half_moves;
        return stipulation.moves() + (stipulation.kind == StipulationKind::SeriesHelp ? 1 : 0);
    }

    /// How many plies come after the series.
    int after_series() const { return stipulation_.kind == StipulationKind::SeriesHelp ? 1 : 0; }

    Stipulation stipulation_;
    Color begins_;
    int plies_;
    Color finisher_ = Color::White;
};

/// How to search; `moves` and `defence` of the options are not used.
struct StipulationOptions : MateOptions {
    Stipulation stipulation;
};

/// Whether the game can do what the stipulation asks: in a series a side hands its turn over.
template <Position P>
constexpr bool can_serve(const Stipulation& stipulation) {
    return Passes<P> || !stipulation.is_series();
}

/// The value of a position under a stipulation, before the roll: how likely (Mean), or how certain (Every,
/// Some), it is to be fulfilled. "We" are the side to move there. A roll, ours or theirs, is folded by `dice`
/// over the values of the faces; a face's value is the greatest, or the least, of the values of the moves
/// that it allows, and a move's value is 1 or 0 once it is settled, else that of the position after it.
///   * A goal is a move that wins the game for the mover (Mate) or draws it (Stalemate).
///   * Help, Series, SeriesHelp: the greatest for both sides. Fulfilled by a goal of the finisher's with the
///     last ply of the course (see Course), and not if the game ends sooner.
///   * Direct: the greatest for us, the least for the opponent; fulfilled by a goal of ours with one of our
///     first `moves()` moves. A win in place of a draw settles it at 0.
///   * Self: the greatest for us, the least for the opponent; fulfilled by a goal of the opponent's before
///     our turn comes after our `moves()`th move. Anything else that ends the game settles it at 0.
///   * Reflex: as Self, but of the moves that a face allows only the goals may be played, if there is one.
/// A row of plies of one side's counts as in MateSearch: only our own are numbered. All values are whole
/// numbers of a unit, with R = chance_unit and r the most plies in a row: 1 / R^plies for a course; for
/// Direct as in MateSearch; for Self and Reflex 1 / R^(n + n r).
template <Position P>
class StipulationSearch {
  public:
    using Move = typename P::Move;

    /// Whether the values can be counted exactly.
    static constexpr bool can_count(const Stipulation& stipulation, Dice dice) {
        if (dice != Dice::Mean || chance_unit == 1) return true;
        int room = -1;  // one unit more than the values need
        for (Value rest = std::numeric_limits<Value>::max(); rest >= chance_unit; rest /= chance_unit) ++room;
        return rolls_of(stipulation) <= room;
    }

    /// The game must serve the stipulation, which is not plain.
    explicit StipulationSearch(const StipulationOptions& options)
        : options_(options),
          units_(options.dice),
          table_(rolls_of(options.stipulation) > 3 ? options.hash_bytes : 0) {}

    /// Solves one position.
    MateResult<P> solve(const P& position) {
        budget_.begin();
        us_ = position.turn();
        course_ = Course(options_.stipulation, us_);
        finisher_ = has_course() ? course_.finisher() : kind() == StipulationKind::Direct ? us_ : !us_;
        MateResult<P> result;
        const Stage root{has_course() ? course_.plies() : options_.stipulation.moves(), 0};
        result.total_unit = units_.of_plies(rolls_from(root, true));
        result.face_unit = units_.of_plies(rolls_from(root, true) - 1);
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
    static constexpr int row = plies_in_a_row<P>;
    static constexpr bool sides_alternate = chance_unit > 1 && row == 1;

    /// How far a line has come.
    struct Stage {
        int left;  ///< to come: plies of a course, else moves of ours
        int ply;   ///< the opponent's plies that went before in a row
    };

    StipulationKind kind() const { return options_.stipulation.kind; }
    bool has_course() const { return options_.stipulation.has_lines(); }

    // Units.

    /// The most rolls of a whole line.
    static constexpr int rolls_of(const Stipulation& stipulation) {
        const int moves = stipulation.moves();
        switch (stipulation.kind) {
            case StipulationKind::Help: return stipulation.half_moves;
            case StipulationKind::Series: return moves;
            case StipulationKind::SeriesHelp: return moves + 1;
            case StipulationKind::Direct: return moves + (moves - 1) * row;
            default: return moves * (1 + row);
        }
    }

    /// The most rolls from here on, this one included; where we move, or the opponent does.
    int rolls_from(const Stage& stage, bool ours) const {
        if (has_course()) return stage.left;
        const int rest = stage.left == 0                     ? 0
                         : kind() == StipulationKind::Direct ? stage.left + (stage.left - 1) * row
                                                             : stage.left * (1 + row);
        return ours ? rest : row - stage.ply + rest;
    }

    /// The value of a position with fewer rolls to come than could be, counted in the unit of the others.
    Interval spared(int rolls, const P& position, const Stage& stage, const Window& window) {
        return scaled(units_.of_plies(rolls), window,
                      [&](const Window& finer) { return before(position, stage, finer); });
    }

    // Faces.

    /// The moves of a roll; where the goal must be reached, only those that do, if there is one.
    Freedom allowed_on(const P& position, const typename P::Roll& roll, const MoveList<P>& goals,
                       MoveList<P>& out) const {
        const Freedom freedom = position.legal_moves(roll, out);
        if (kind() != StipulationKind::Reflex || goals.empty()) return freedom;
        const auto goals_end = std::stable_partition(out.begin(), out.end(),
                                                     [&](const Move& move) { return is_among(goals, move); });
        if (goals_end != out.begin()) out.resize(static_cast<std::size_t>(goals_end - out.begin()));
        return freedom;
    }

    /// Folds the faces of a position; `value(move, window)` is the value of a move.
    template <class MoveValue>
    Interval over_faces(const P& position, const MoveList<P>& goals, Choice choice, Value one,
                        const Window& window, MoveValue value) const {
        return over_faces_by_roll(
            position, options_.dice, choice, one, window,
            [&](const typename P::Roll& roll, MoveList<P>& out) {
                return allowed_on(position, roll, goals, out);
            },
            value);
    }

    // The recursion.

    /// The goals that the side to move has and that count here: as the finisher's, or because it must.
    void goals_at(const P& position, const Stage& stage, MoveList<P>& out) const {
        out.clear();
        const bool too_soon = has_course() && stage.left > 1;
        const bool counts = position.turn() == finisher_ && !too_soon;
        if (counts || kind() == StipulationKind::Reflex) find_goals(position, options_.stipulation.goal, out);
    }

    /// Whether only a goal can still fulfil it.
    bool is_last(const Stage& stage, bool ours) const {
        if (has_course()) return stage.left == 1;
        if (kind() == StipulationKind::Direct) return ours && stage.left == 1;
        return sides_alternate && !ours && stage.left == 0;
    }

    /// Before a roll. A game that is over has no moves, and is not fulfilled.
    Interval before(const P& position, const Stage& stage, const Window& window) {
        const bool ours = position.turn() == us_;
        const int rolls = rolls_from(stage, ours);
        if (budget_.spend()) return {0, units_.of_plies(rolls)};
        MoveList<P> goals;
        goals_at(position, stage, goals);
        if (is_last(stage, ours) && goals.empty()) return {0, 0};
        return remember(position, stage, ours, window, units_.of_plies(rolls), [&] {
            const Choice choice = ours || has_course() ? Choice::Greatest : Choice::Least;
            return over_faces(position, goals, choice, units_.of_plies(rolls - 1), window,
                              [&](const Move& move, const Window& of_move) {
                                  return value_of(position, move, goals, stage, of_move);
                              });
        });
    }

    /// The value of a move, in the unit of the roll behind it.
    Interval value_of(const P& position, const Move& move, const MoveList<P>& goals, const Stage& stage,
                      const Window& window) {
        const bool ours = position.turn() == us_;
        if (is_among(goals, move)) {
            const Value one = position.turn() == finisher_ ? units_.of_plies(rolls_from(stage, ours) - 1) : 0;
            return {one, one};
        }
        if (is_last(stage, ours)) return {0, 0};
        const P after = position.play(move);
        if (has_course()) {
            const auto next = course_.go_on(after, stage.left - 1);
            return next ? before(*next, {stage.left - 1, 0}, window) : Interval{0, 0};
        }
        if (!sides_alternate && after.outcome() != Outcome::Ongoing) return {0, 0};
        const bool ours_next = after.turn() == us_;
        if (ours) {
            const Stage next{stage.left - 1, 0};
            if (!ours_next) return before(after, next, window);
            return next.left == 0 ? Interval{0, 0} : spared(row, after, next, window);
        }
        if (!ours_next) return before(after, {stage.left, units_.means() ? stage.ply + 1 : 0}, window);
        return stage.left == 0 ? Interval{0, 0} : spared(row - stage.ply - 1, after, {stage.left, 0}, window);
    }

    /// Looks a position up before searching it, and keeps what the search proved.
    template <class Search>
    Interval remember(const P& position, const Stage& stage, bool ours, const Window& window, Value one,
                      Search search) {
        if (rolls_from(stage, ours) < 2 || rolls_of(options_.stipulation) <= 3) return search();
        const int depth = ((row + 1) * stage.left + stage.ply) * 2 + (ours ? 1 : 0);
        return solver::remember(table_, position.key(), depth, window, one, search);
    }

    // The root.

    /// Values all moves: exactly.
    void solve_root(const P& position, const Stage& root, MateResult<P>& result) {
        const MoveList<P> moves = sorted_moves(position);
        MoveList<P> goals;
        goals_at(position, root, goals);
        const Value one = result.face_unit;
        std::vector<Interval> values(moves.size(), Interval{0, one});
        for_each_number(moves.size(), options_.in_parallel(), [&](std::size_t number) {
            values[number] = value_of(position, moves[number], goals, root, {0, one});
        });
        MoveList<P> allowed;
        for (const auto& chance : position.rolls()) {
            allowed_on(position, chance.roll, goals, allowed);
            const MateFace<P>& face =
                result.faces.emplace_back(face_of<P>(chance.roll, allowed, moves, values));
            result.complete = result.complete && face.value.exact();
        }
    }

    /// A face is forced if it is fulfilled whatever is rolled. The mean is 1 only then; the best rolls ask
    /// once more.
    void find_forced(const P& position, MateResult<P>& result) const {
        const auto certain = [&](const MateFace<P>& face) { return face.value.lower == result.face_unit; };
        if (chance_unit == 1 || options_.dice != Dice::Some) {
            for (MateFace<P>& face : result.faces) face.forced = certain(face);
        } else if (std::any_of(result.faces.begin(), result.faces.end(), certain)) {
            StipulationOptions strict = options_;
            strict.dice = Dice::Every;
            const MateResult<P> forced = StipulationSearch(strict).solve(position);
            for (std::size_t number = 0; number < result.faces.size(); ++number)
                result.faces[number].forced = forced.faces[number].forced;
            result.complete = result.complete && forced.complete;
        }
    }

    const StipulationOptions options_;
    const MateUnits<P> units_;
    BoundsTable table_;
    Color us_ = Color::White;
    Color finisher_ = Color::Black;
    Course course_{Stipulation{}, Color::White};
    Budget budget_{options_.limits};
};

/// The moves of a solution, one for each ply.
template <Position P>
using Line = std::vector<typename P::Move>;

/// The lines that fulfil a stipulation.
template <Position P>
struct Lines {
    std::vector<Line<P>> first;  ///< in order: move by move, as moves are ordered
    std::uint64_t count = 0;     ///< of all
    std::uint64_t nodes = 0;
    bool complete = true;  ///< false: a limit was hit, and there may be more
};

/// Finds all lines of a stipulation that has a course, each sequence of moves once. Every move of a line may
/// be rolled: which rolls allow it makes no other line.
template <Position P>
class LineSearch {
  public:
    using Move = typename P::Move;

    /// Keeps so many of the first lines at most, and ends once it has counted more than `enough`. The game
    /// must serve the stipulation.
    LineSearch(const StipulationOptions& options, std::size_t most,
               std::uint64_t enough = std::numeric_limits<std::uint64_t>::max())
        : options_(options),
          most_(most),
          enough_(enough),
          table_(Course(options.stipulation, Color::White).plies() > 2 ? options.hash_bytes : 0) {}

    /// The lines from a position; only those with a first move that `accepts(move)`, if that is given.
    template <class Accepts>
    Lines<P> solve(const P& position, Accepts accepts) {
        budget_.begin();
        counted_ = 0;
        course_ = Course(options_.stipulation, position.turn());
        MoveList<P> moves;
        const int left = course_.plies();
        legal(position, left, moves);
        std::vector<Lines<P>> found(moves.size());
        for_each_number(moves.size(), options_.in_parallel(), [&](std::size_t number) {
            Line<P> line;
            if (accepts(moves[number])) extend(position, moves[number], left, line, found[number]);
        });
        Lines<P> all;
        for (Lines<P>& part : found) {
            all.count += part.count;
            for (Line<P>& line : part.first) {
                if (all.first.size() < most_) all.first.push_back(std::move(line));
            }
        }
        all.nodes = budget_.nodes();
        all.complete = !budget_.stopped();
        return all;
    }

    Lines<P> solve(const P& position) {
        return solve(position, [](const Move&) { return true; });
    }

  private:
    /// The moves that a line may go on with, in order: at its end only those that reach the goal.
    void legal(const P& position, int left, MoveList<P>& out) const {
        out.clear();
        if (left > 1) {
            position.legal_moves(out);
        } else if (position.turn() == course_.finisher()) {
            find_goals(position, options_.stipulation.goal, out);
        }
        std::sort(out.begin(), out.end());
    }

    /// Follows a move with which `left` plies are to come.
    void extend(const P& position, const Move& move, int left, Line<P>& line, Lines<P>& found) {
        line.push_back(move);
        if (left == 1) {
            ++found.count;
            ++counted_;
            if (found.first.size() < most_) found.first.push_back(line);
        } else {
            const auto next = course_.go_on(position.play(move), left - 1);
            if (next) follow(*next, left - 1, line, found);
        }
        line.pop_back();
    }

    /// Follows all lines from a position. Those from which there are none are remembered.
    void follow(const P& position, int left, Line<P>& line, Lines<P>& found) {
        if (counted_ > enough_ || budget_.spend()) return;
        std::optional<PositionKey> key;
        if (left > 1) {
            key = position.key();
            if (table_.find(*key, depth_of(position, left))) return;
        }
        const std::uint64_t before = found.count;
        MoveList<P> moves;
        legal(position, left, moves);
        for (const Move& move : moves) extend(position, move, left, line, found);
        if (key && found.count == before && !budget_.stopped())
            table_.keep(*key, depth_of(position, left), Interval{0, 0});
    }

    int depth_of(const P& position, int left) const {
        return 2 * left + (position.turn() == course_.finisher() ? 1 : 0);
    }

    const StipulationOptions options_;
    const std::size_t most_;
    const std::uint64_t enough_;
    std::atomic<std::uint64_t> counted_ = 0;
    BoundsTable table_;
    Course course_{Stipulation{}, Color::White};
    Budget budget_{options_.limits};
};

}  // namespace octomate::solver
