#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "core/random.hpp"
#include "make/arrange.hpp"
#include "make/game_terms.hpp"
#include "make/maker.hpp"
#include "solver/faces.hpp"

namespace octomate::make {

/// Looks for wins in two or more moves from behind: for lost positions, in which every answer is met by a win
/// whatever is rolled, and then for the moves that lead there. Among positions at random the former are as
/// rare as the wins; but how much a position lacks is known, so that it can be changed until it lacks
/// nothing.
template <Makeable P>
class Retro {
  public:
    using Men = typename P::Arrangement;
    using Man = typename Men::Man;

    /// `material`: men that are always there, without royal ones; `men`: of how many, royal ones included.
    /// `quiet`: climbs avoid positions in check, so that the moves that lead to what they find are quiet.
    /// `strict`: climbs avoid positions that lead to no strict puzzle, as far as this is soon seen.
    /// Climbs end once `interrupted` is set.
    Retro(const std::vector<Man>& material, Span men, bool quiet, bool strict,
          const std::atomic<bool>* interrupted = nullptr)
        : men_(men), least_(Men::kinds_of_men), quiet_(quiet), strict_(strict), interrupted_(interrupted) {
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

    /// Whether every answer is met by a win in at most so many moves, whatever is rolled.
    bool is_lost(const P& position, int moves) const {
        MoveList<P> answers;
        position.legal_moves(answers);
        return !answers.empty() && std::all_of(answers.begin(), answers.end(), [&](const auto& answer) {
            const P after = position.play(answer);
            return after.turn() != position.turn() && wins_on_every_roll(after, moves);
        });
    }

    /// Changes a position until it is lost in one move, each time so many times at most, a change that brings
    /// it farther from being lost being taken back; then it is changed within the positions that are lost in
    /// two, and so on to `moves`. `f(position)` is called for those that are lost in so many and no fewer,
    /// until it returns false.
    template <class F>
    void climb(P position, int moves, int changes, Random& random, F f) {
        double reached = is_avoided(position) ? 0 : nearness(position);
        bool more = true;
        for (int left = changes; left > 0 && more && (moves == 1 || reached < 1); --left) {
            const auto changed = change(position, random);
            if (!changed) continue;
            const double now = nearness(*changed);
            if (now < reached) continue;
            position = *changed;
            reached = now;
            if (moves == 1 && now == 1) more = f(position);
        }
        if (moves == 1 || reached < 1) return;
        for (int in = 2; in <= moves; ++in) {
            bool found = false;
            for (int left = changes; left > 0 && more && !(found && in < moves); --left) {
                const auto changed = change(position, random);
                if (!changed || (strict_ && moves == 2 && is_uneven(*changed)) || !is_lost(*changed, in))
                    continue;
                position = *changed;
                found = !is_lost(position, in - 1);
                if (found && in == moves) more = f(position);
            }
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

    /// A position that is a little different, with the men that are wanted; none if it is none.
    std::optional<P> change(const P& position, Random& random) const {
        if (interrupted_ && *interrupted_) return std::nullopt;
        auto changed = Mutation::of(position, random);
        if (changed && (is_avoided(*changed) || !allows(Men(*changed)))) changed.reset();
        return changed;
    }

    bool wins_on_every_roll(const P& position, int moves) const {
        if (moves == 1) {
            solver::Faces<P> faces;
            return solver::winning_share(position, faces) == 1;
        }
        MoveList<P> all, wins;
        position.legal_moves(all);
        position.winning_moves(wins);
        const auto counts = position.count_by_roll();
        std::size_t number = 0;
        for (const auto& chance : position.rolls()) {
            if (counts[number++] == 0) continue;  // it is free, and so wins by what wins on the others
            const auto wins_here = [&](const auto& move) {
                return position.roll_of(move) == chance.roll &&
                       (is_among(wins, move) || is_lost(position.play(move), moves - 1));
            };
            if (std::none_of(all.begin(), all.end(), wins_here)) return false;
        }
        return !all.empty();
    }

    /// Whether after some answer a part of the rolls wins at once, and the others do not.
    bool is_uneven(const P& position) {
        position.legal_moves(moves_);
        return std::any_of(moves_.begin(), moves_.end(), [&](const auto& move) {
            const double share = solver::winning_share(position.play(move), faces_);
            return share > 0 && share < 1;
        });
    }

    bool is_avoided(const P& position) const { return quiet_ && position.in_check(); }

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

    /// Calls `f(men)` for ways in which the man on the square may have come there, with all men where they
    /// were before. The rules may not allow all of them.
    template <class F>
    static void retract(const Men& men, int square, F f) {
        if constexpr (requires { men.retract(square, f); }) {
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
    const bool quiet_, strict_;
    const std::atomic<bool>* interrupted_;
    MoveList<P> moves_;
    solver::Faces<P> faces_;
};

}  // namespace octomate::make
