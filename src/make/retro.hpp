#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "core/random.hpp"
#include "make/arrange.hpp"
#include "make/capabilities.hpp"
#include "make/game_terms.hpp"
#include "solver/faces.hpp"

namespace octomate::make {

/// Men that can be taken back: `retract(square, f)` calls `f(men)` for ways in which the man on the square
/// may have come there, with all men where they were before. What the rules do not allow may be among them.
template <class A>
concept Retractable = requires(const A& men, int square) {
    men.retract(square, [](const A&) {});
};

/// Looks for wins in two from behind: for lost positions, in which every answer is met by a win whatever is
/// rolled, and then for the moves that lead there. Among positions at random the former are as rare as the
/// wins; but how much a position lacks is known, so that it can be changed until it lacks nothing.
template <Makeable P>
class Retro {
  public:
    using Men = typename P::Arrangement;
    using Man = typename Men::Man;

    /// `material`: men that are always there, without royal ones; `men`: of how many, royal ones included.
    Retro(const std::vector<Man>& material, Span men) : men_(men), least_(Men::kinds_of_men) {
        for (const Man man : material) ++least_[static_cast<std::size_t>(Men::number(man))];
    }

    /// How near to being lost a position is: the mean, over the answers, of the share of the rolls that lose.
    /// 1 if it is lost; 0 if there is no answer.
    double nearness(const P& position) {
        position.legal_moves(moves_);
        if (moves_.empty()) return 0;
        double sum = 0;
        for (const auto& move : moves_) {
            const P after = position.play(move);
            if (after.turn() == position.turn()) return 0;
            sum += solver::winning_share(after, faces_);
        }
        // A check binds the answers, and is half of the way.
        const double share = sum / static_cast<double>(moves_.size());
        return share < 1 && position.in_check() ? (share + check_bonus) / (1 + check_bonus) : share;
    }

    /// Changes a position so many times, a change that brings it farther from being lost being taken back;
    /// `f(position)` is called for those that are lost.
    template <class F>
    void climb(P position, int changes, Random& random, F f) {
        double reached = nearness(position);
        for (; changes > 0; --changes) {
            const auto changed = Mutation::of(position, random);
            if (!changed || !allows(Men(*changed))) continue;
            const double now = nearness(*changed);
            if (now < reached) continue;
            position = *changed;
            reached = now;
            if (now == 1) f(position);
        }
    }

    /// Calls `f(before)` for positions in which the other side has a move that brings the men where they are.
    template <class F>
    static void step_back(const P& after, F f) {
        const Men men(after);
        const Color side = !after.turn();
        for (auto squares = men.occupied(); Men::count(squares) > 0;) {
            const int square = Men::pop_first(squares);
            if (Men::side(*men.at(square)) != side) continue;
            retract(men, square, [&](const Men& earlier) {
                const auto before = earlier.template plausible<P>(side);
                if (before && leads(*before, men)) f(*before);
            });
        }
    }

  private:
    static constexpr double check_bonus = 0.1;

    /// As many men as are wanted, of no kind more than a game begins with.
    bool allows(const Men& given) const {
        if (!men_.contains(Men::count(given.occupied()))) return false;
        for (int kind = 0; kind < Men::kinds_of_men; ++kind) {
            const Man man = Men::man_numbered(kind);
            const int least = least_[static_cast<std::size_t>(kind)];
            const int count = Men::count(given.all_of(man));
            if (count < least || count > std::max(least, Men::usual(man))) return false;
        }
        return true;
    }

    template <class F>
    static void retract(const Men& men, int square, F f) {
        if constexpr (Retractable<Men>) {
            men.retract(square, f);
        } else {
            for (auto empty = ~men.occupied(); Men::count(empty) > 0;) {
                const int origin = Men::pop_first(empty);
                if (!Men::may_stand(*men.at(square), origin)) continue;
                Men earlier = men;
                earlier.move(square, origin);
                f(earlier);
            }
        }
    }

    static bool leads(const P& before, const Men& men) {
        MoveList<P> moves;
        before.legal_moves(moves);
        return std::any_of(moves.begin(), moves.end(),
                           [&](const auto& move) { return Men(before.play(move)) == men; });
    }

    Span men_;
    std::vector<int> least_;  // men by their numbers
    MoveList<P> moves_;
    solver::Faces<P> faces_;
};

}  // namespace octomate::make
