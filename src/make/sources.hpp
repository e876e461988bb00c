#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/position.hpp"
#include "core/random.hpp"
#include "make/maker.hpp"
#include "solver/faces.hpp"

namespace octomate::make {

/// Games of random moves on random rolls.
template <class P>
class Play {
  public:
    /// `start`: where games begin; `plies`: which positions are of interest, by the number of plies that lead
    /// to them.
    Play(const P& start, Span plies) : start_(start), plies_(plies) {}

    /// Plays one game and calls `visit(position)` for each position of interest.
    template <class Visit>
    void game(Random& random, Visit visit) {
        P position = start_;
        text_.clear();
        for (int ply = 0;; ++ply) {
            if (ply >= plies_.least && ply > 0) visit(position);
            if (ply == plies_.most) return;
            const auto rolls = position.rolls();
            const auto roll =
                rolls[static_cast<std::size_t>(random.below(static_cast<int>(rolls.size())))].roll;
            position.legal_moves(roll, moves_);
            if (moves_.empty()) return;
            const auto move = moves_[static_cast<std::size_t>(random.below(static_cast<int>(moves_.size())))];
            if (!text_.empty()) text_ += ' ';
            text_.append("(").append(roll.face == 0 ? "-" : std::to_string(roll.face)).append(") ");
            text_ += position.uci(move);
            position = position.play(move);
        }
    }

    /// The game so far as text, "(3) c2c4 (6) e7e5", which `octomate replay` reads.
    const std::string& text() const { return text_; }

  private:
    const P start_;
    Span plies_;
    MoveList<P> moves_;
    std::string text_;
};

/// Any square of a set that is not empty.
template <Arrangement Men>
int any_square_of(typename Men::SquareSet set, Random& random) {
    for (int skip = random.below(Men::count(set)); skip > 0; --skip) Men::pop_first(set);
    return Men::pop_first(set);
}

/// Men put on the board at random.
template <Arrangeable P>
class Place {
  public:
    using Men = typename P::Arrangement;
    using Man = typename Men::Man;

    /// `start`: any position of the game. `material`: men that are always there, royal ones excluded. Others
    /// come from what is left of two usual sets until there are as many as `men` says, royal ones included.
    /// `turn`: the side to move; nullopt: either.
    Place(const P& start, std::vector<Man> material, Span men, std::optional<Color> turn = {})
        : bare_(Men(start).bare()), material_(std::move(material)), men_(men), turn_(turn) {
        for (int kind = 0; kind < Men::kinds_of_men; ++kind) {
            const Man man = Men::man_numbered(kind);
            if (Men::royal(man)) continue;
            const auto used = std::count(material_.begin(), material_.end(), man);
            for (auto left = Men::usual(man) - used; left > 0; --left) others_.push_back(man);
        }
    }

    /// One arrangement; none if it came out as nonsense.
    std::optional<P> arrange(Random& random) {
        Men men = bare_;
        auto taken = men.occupied();
        int count = 0;
        const auto put = [&](Man man) {
            int square = 0;
            do {
                square = random.below(Men::squares);
            } while (Men::contains(taken, square));
            men.put(man, square);
            taken = taken | Men::only(square);
            ++count;
        };
        put(Men::royal_man(Color::White));
        put(Men::royal_man(Color::Black));
        for (const Man man : material_) put(man);
        const int wanted = men_.least + random.below(men_.most - men_.least + 1);
        bag_ = others_;  // in the same order each time, so that what comes depends on `random` alone
        while (count < wanted && !bag_.empty()) {
            const auto drawn = static_cast<std::size_t>(random.below(static_cast<int>(bag_.size())));
            std::swap(bag_[drawn], bag_.back());
            put(bag_.back());
            bag_.pop_back();
        }
        men.garnish(random);
        const Color either = random.below(2) == 0 ? Color::White : Color::Black;
        return men.template plausible<P>(turn_.value_or(either));
    }

  private:
    const Men bare_;
    std::vector<Man> material_;
    Span men_;
    std::optional<Color> turn_;
    std::vector<Man> others_;
    std::vector<Man> bag_;  // what is left of them in this arrangement
};

/// Changes positions a little.
class Mutation {
  public:
    /// One to three men are moved, removed, added, made other men or exchanged. None if the
    /// result is nonsense.
    template <Arrangeable P>
    static std::optional<P> of(const P& original, Random& random) {
        const typename P::Arrangement before(original);
        typename P::Arrangement men = before;
        for (int changes = 1 + random.below(3); changes > 0; --changes) change(men, random);
        if (men == before) return std::nullopt;
        return men.template plausible<P>(original.turn());
    }

  private:
    template <class Men>
    static void change(Men& men, Random& random) {
        const int a = any_square_of<Men>(men.occupied(), random);
        const bool royal = Men::royal(*men.at(a));
        switch (random.below(6)) {
            case 0: {  // to a neighbouring square
                const auto near = Men::neighbours(a) & ~men.occupied();
                if (Men::count(near) > 0) men.move(a, any_square_of<Men>(near, random));
                return;
            }
            case 1: return men.move(a, any_square_of<Men>(~men.occupied(), random));
            case 2:
                if (!royal) men.remove(a);
                return;
            case 3: {
                const int square = any_square_of<Men>(~men.occupied(), random);
                return men.put(Men::any_man(random), square);
            }
            case 4:
                if (royal) return;
                men.remove(a);
                return men.put(Men::any_man(random), a);
            default: {
                const int b = any_square_of<Men>(men.occupied(), random);
                if (a != b) men.swap(a, b);
                return;
            }
        }
    }
};

/// Takes men off some squares, the most valuable first: each without which `still(rest)` holds. Calls
/// `gone(man, square)` for each that went.
template <class A, class Still, class Gone>
void strip(A& men, typename A::SquareSet squares, Still still, Gone gone) {
    for (auto rest : men.dearest_first()) {
        for (rest = rest & squares; A::count(rest) > 0;) {
            const int square = A::pop_first(rest);
            const auto man = *men.at(square);
            A smaller = men;
            smaller.remove(square);
            if (!still(smaller)) continue;
            men = smaller;
            gone(man, square);
        }
    }
}

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
