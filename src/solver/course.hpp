#pragma once

#include <optional>

#include "core/position.hpp"
#include "core/stipulation.hpp"
#include "solver/wins.hpp"

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

/// The course of a stipulation that nobody resists: exactly `plies()` plies, made by whoever is to move. The
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

}  // namespace octomate::solver
