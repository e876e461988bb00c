// A second solver of stipulations, to check the first: plain recursion over all moves by the definition of
// each kind, without a hash table, a search window or cut-offs.
#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <vector>

#include "core/position.hpp"
#include "core/types.hpp"
#include "solver/mate_options.hpp"

namespace octomate::laws {

template <Position P>
class PlainStipulation {
  public:
    using Move = typename P::Move;
    using Values = std::map<Move, double>;

    /// Prepares to solve `position`. Values are exact doubles: all denominators are small powers of two.
    PlainStipulation(const Stipulation& stipulation, solver::Dice dice, const P& position)
        : stipulation_(stipulation), dice_(dice), us_(position.turn()), position_(position) {}

    double total() const { return before(position_, first_left()); }

    /// Returns the value of each legal first move, regardless of the roll.
    Values first_moves() const { return values_of(position_, first_left()); }

    /// Returns the value of the position after `roll`.
    double face(const typename P::Roll& roll) const {
        return face_value(position_, roll, values_of(position_, first_left()));
    }

    /// Returns the sorted first moves that achieve the value of `roll`; empty if that value is 0.
    std::vector<Move> best(const typename P::Roll& roll) const {
        const Values values = values_of(position_, first_left());
        const double value = face_value(position_, roll, values);
        std::vector<Move> moves;
        for (const Move& move : allowed(position_, roll)) {
            if (value > 0 && values.at(move) == value) moves.push_back(move);
        }
        std::sort(moves.begin(), moves.end());
        return moves;
    }

    /// Returns all solutions of a stipulation whose solutions are lines (help and series), sorted.
    std::vector<std::vector<Move>> lines() const {
        std::vector<std::vector<Move>> all;
        std::vector<Move> line;
        collect(position_, first_left(), line, all);
        std::sort(all.begin(), all.end());
        return all;
    }

  private:
    using Kind = StipulationKind;

    static std::vector<Move> all_moves(const P& position) {
        MoveList<P> list;
        position.legal_moves(list);
        return {list.begin(), list.end()};
    }

    /// Returns the length to search: in plies for help and series stipulations, in our moves for the others.
    int first_left() const {
        if (stipulation_.kind == Kind::Help) return stipulation_.half_moves;
        return stipulation_.half_moves / 2 + (stipulation_.kind == Kind::SeriesHelp ? 1 : 0);
    }

    bool is_goal(const P& position, const Move& move) const {
        const Outcome outcome = position.play(move).outcome();
        return stipulation_.goal == Goal::Mate ? outcome == won_by(position.turn())
                                               : outcome == Outcome::Draw;
    }

    bool maximises(const P& position) const { return stipulation_.has_lines() || position.turn() == us_; }

    /// Returns the moves that `roll` allows.
    std::vector<Move> allowed(const P& position, const typename P::Roll& roll) const {
        MoveList<P> list;
        position.legal_moves(roll, list);
        std::vector<Move> moves(list.begin(), list.end());
        if (stipulation_.kind != Kind::Reflex) return moves;
        std::vector<Move> goals;
        for (const Move& move : moves) {
            if (is_goal(position, move)) goals.push_back(move);
        }
        return goals.empty() ? moves : goals;
    }

    double before(const P& position, int left) const {
        if (all_moves(position).empty()) return 0;
        const Values values = values_of(position, left);
        double sum = 0, weights = 0, least = 1, greatest = 0;
        for (const auto& chance : position.rolls()) {
            const double value = face_value(position, chance.roll, values);
            sum += chance.weight * value;
            weights += chance.weight;
            least = std::min(least, value);
            greatest = std::max(greatest, value);
        }
        return dice_ == solver::Dice::Mean ? sum / weights : dice_ == solver::Dice::Every ? least : greatest;
    }

    double face_value(const P& position, const typename P::Roll& roll, const Values& values) const {
        std::vector<double> of_face;
        for (const Move& move : allowed(position, roll)) of_face.push_back(values.at(move));
        if (of_face.empty()) return 0;
        return maximises(position) ? *std::max_element(of_face.begin(), of_face.end())
                                   : *std::min_element(of_face.begin(), of_face.end());
    }

    Values values_of(const P& position, int left) const {
        Values values;
        for (const Move& move : all_moves(position)) values[move] = value_of(position, move, left);
        return values;
    }

    double value_of(const P& position, const Move& move, int left) const {
        const P after = position.play(move);
        const bool ours = position.turn() == us_;
        const bool goal = is_goal(position, move);
        switch (stipulation_.kind) {
            case Kind::Help:
            case Kind::Series:
            case Kind::SeriesHelp: {
                if (left == 1) return goal && position.turn() == final_mover() ? 1 : 0;
                const auto next = handed_over(after, left - 1);
                return next ? before(*next, left - 1) : 0;
            }
            case Kind::Direct:
                if (ours && goal) return 1;
                if (ours && left == 1) return 0;
                return before(after, ours ? left - 1 : left);
            case Kind::Self:
            case Kind::Reflex:
                if (!ours && goal) return 1;
                if (after.outcome() != Outcome::Ongoing) return 0;
                if (after.turn() == us_ && left - (ours ? 1 : 0) == 0) return 0;
                return before(after, ours ? left - 1 : left);
        }
        return 0;
    }

    Color final_mover() const {
        if (stipulation_.kind == Kind::Series) return us_;
        if (stipulation_.kind == Kind::SeriesHelp) return !us_;
        return stipulation_.half_moves % 2 == 1 ? us_ : !us_;
    }

    std::optional<P> handed_over(const P& after, int left) const {
        [[maybe_unused]] const bool series =
            stipulation_.kind == Kind::Series || (stipulation_.kind == Kind::SeriesHelp && left > 1);
        if constexpr (Passes<P>) {
            if (series && after.turn() != us_) return after.passed();
        }
        return after;
    }

    void collect(const P& position, int left, std::vector<Move>& line,
                 std::vector<std::vector<Move>>& all) const {
        for (const Move& move : all_moves(position)) {
            line.push_back(move);
            if (left > 1) {
                if (const auto next = handed_over(position.play(move), left - 1))
                    collect(*next, left - 1, line, all);
            } else if (position.turn() == final_mover() && is_goal(position, move)) {
                all.push_back(line);
            }
            line.pop_back();
        }
    }

    Stipulation stipulation_;
    solver::Dice dice_;
    Color us_;
    P position_;
};

}  // namespace octomate::laws
