#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/position.hpp"
#include "core/random.hpp"
#include "make/game_terms.hpp"

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

}  // namespace octomate::make
