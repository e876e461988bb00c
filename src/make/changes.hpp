#pragma once

#include <optional>
#include <vector>

#include "core/random.hpp"
#include "make/arrange.hpp"
#include "make/spec.hpp"

namespace octomate::make {

/// Puts men on the board as a spec requires, and makes small random changes.
template <Composable P>
class Changes {
  public:
    using Men = typename P::Arrangement;
    using Man = typename Men::Man;
    using SquareSet = typename Men::SquareSet;

    /// `net`: men come near the king to be mated, rather than anywhere. The arguments must outlive it.
    Changes(const Spec<P>& spec, Random& random, bool net) : spec_(spec), random_(random), net_(net) {
        if (spec.limits_men || !spec.symmetries.empty()) more_.push_back(More::Swap);
        if (!spec.symmetries.empty()) more_.insert(more_.end(), 3, More::Mirror);
    }

    /// The two royal men, the men that the spec needs, and a few others. False if the spec leaves no room.
    bool start(Men& men) {
        for (const Color color : {!spec_.turn, spec_.turn}) {
            if (!spec_.men.square_of_royal(color) && !put_somewhere(men, Men::royal_man(color))) return false;
        }
        spec_.demands.fill(men, spec_.turn, random_);
        if (spec_.limits_men) furnish(men);
        for (int more = 1 + random_.below(5); more > 0 && Men::count(men.occupied()) < spec_.max_men; --more)
            put_somewhere(men, any_man(men));
        for (int tries = 0; tries < 200 && !spec_.allows(men); ++tries) change(men);
        return spec_.allows(men);
    }

    /// One random change; false if it came to nothing.
    bool change(Men& men) {
        constexpr int usual = 10;
        const int what = random_.below(usual + static_cast<int>(more_.size()));
        if (what >= usual) {
            return more_[static_cast<std::size_t>(what - usual)] == More::Swap ? swap(men) : mirror(men);
        }
        if (what < 2) return put_somewhere(men, any_man(men));
        const auto from = loose_man(men);
        if (!from) return false;
        const Man man = *men.at(*from);
        if (what < 4 && !Men::royal(man)) {
            men.remove(*from);
            return true;
        }
        if (what < 6 && !Men::royal(man)) {
            men.remove(*from);
            men.put(any_man(men), *from);
            return true;
        }
        int to = what < 8 ? Men::near(*from, random_) : any_square();
        if (!Men::contains(spec_.room_of(man), to)) {
            const auto other = any_of(room(men, man));
            if (!other) return false;
            to = *other;
        }
        if (!usable(men, to)) return false;
        men.move(*from, to);
        return true;
    }

  private:
    enum class More { Swap, Mirror };

    int any_square() { return random_.below(Men::squares); }

    std::optional<int> any_of(SquareSet set) {
        if (Men::count(set) == 0) return std::nullopt;
        return any_square_of<Men>(set, random_);
    }

    bool fixed(int square) const { return Men::contains(spec_.men.occupied(), square); }

    bool usable(const Men& men, int square) const {
        return !Men::contains(men.occupied() | spec_.demands.empty(), square);
    }

    /// Where the spec lets a man join the others.
    SquareSet room(const Men& men, Man man) const {
        SquareSet room = spec_.room_of(man) & ~men.occupied() & ~spec_.demands.empty();
        for (SquareSet rest = room; Men::count(rest) > 0;) {
            const int square = Men::pop_first(rest);
            if (!Men::may_stand(man, square)) room = room & ~Men::only(square);
        }
        return room;
    }

    /// Any man but a royal one, if there may be one more of it.
    Man any_man(const Men& men) {
        Man man = Men::any_man(random_);
        if (!spec_.limits_men) return man;
        for (int tries = 0; tries < 50 && !may_come(men, man); ++tries) man = Men::any_man(random_);
        return man;
    }

    bool may_come(const Men& men, Man man) const {
        return Men::count(men.all_of(man)) < spec_.at_most[static_cast<std::size_t>(Men::number(man))];
    }

    bool put_somewhere(Men& men, Man man) {
        for (int tries = 0; tries < 100; ++tries) {
            const int square = net_ && !Men::royal(man) ? near_enemy_king(men) : any_square();
            if (!usable(men, square) || !Men::may_stand(man, square) ||
                !Men::contains(spec_.room_of(man), square))
                continue;
            men.put(man, square);
            return true;
        }
        if (!spec_.limits_men) return false;
        const auto square = any_of(room(men, man));
        if (square) men.put(man, *square);
        return square.has_value();
    }

    /// For growing a mating net: a square at most two steps from the king to be mated.
    int near_enemy_king(const Men& men) {
        const auto king = men.square_of_royal(!spec_.turn);
        return king ? Men::near(*king, random_) : any_square();
    }

    /// The men that there must be, and men on all squares that must have one.
    void furnish(Men& men) {
        for (int kind = 0; kind < Men::kinds_of_men; ++kind) {
            const Man man = Men::man_numbered(kind);
            if (Men::royal(man)) continue;
            for (int left = spec_.at_least[static_cast<std::size_t>(kind)] - Men::count(men.all_of(man));
                 left > 0; --left) {
                const auto wanted = any_of(room(men, man) & spec_.filled_set());
                if (wanted) {
                    men.put(man, *wanted);
                } else {
                    put_somewhere(men, man);
                }
            }
        }
        for (SquareSet rest = spec_.filled_set() & ~men.occupied(); Men::count(rest) > 0;) {
            const int square = Men::pop_first(rest);
            for (int tries = 0; tries < 50; ++tries) {
                const Man man = any_man(men);
                if (!may_come(men, man) || !Men::contains(room(men, man), square)) continue;
                men.put(man, square);
                break;
            }
        }
    }

    /// A man that the spec does not hold in its place.
    std::optional<int> loose_man(const Men& men) {
        for (int tries = 0; tries < 60; ++tries) {
            const int square = any_square();
            if (Men::contains(men.occupied(), square) && !fixed(square)) return square;
        }
        return std::nullopt;
    }

    bool swap(Men& men) {
        const auto a = loose_man(men), b = loose_man(men);
        if (!a || !b || *a == *b) return false;
        if (!Men::may_stand(*men.at(*a), *b) || !Men::may_stand(*men.at(*b), *a)) return false;
        men.swap(*a, *b);
        return true;
    }

    /// A man gets a counterpart, new or from elsewhere.
    bool mirror(Men& men) {
        const auto& symmetries = spec_.symmetries;
        const auto& symmetry =
            symmetries[static_cast<std::size_t>(random_.below(static_cast<int>(symmetries.size())))];
        const auto one = loose_man(men);
        if (!one || symmetry.answered(men, *one)) return false;
        const int image = symmetry.image(*one);
        if (fixed(image) || Men::contains(spec_.demands.empty(), image)) return false;
        const Man man = *men.at(*one);
        const char letter = Men::letter(man);
        if (random_.below(2) == 0 || Men::royal(man)) {  // another without a counterpart comes
            const auto other = loose_man(men);
            if (!other || *other == *one || symmetry.answered(men, *other) ||
                !symmetry.answer(Men::letter(*men.at(*other)), letter) ||
                !Men::may_stand(*men.at(*other), image))
                return false;
            if (men.at(image)) {
                men.swap(image, *other);
            } else {
                men.move(*other, image);
            }
            return true;
        }
        if (men.at(image)) {
            if (Men::royal(*men.at(image))) return false;
            men.remove(image);
        }
        Man other = any_man(men);
        for (int tries = 0; tries < 50 && !symmetry.answer(Men::letter(other), letter); ++tries)
            other = any_man(men);
        if (!symmetry.answer(Men::letter(other), letter) || !Men::may_stand(other, image)) return false;
        men.put(other, image);
        return true;
    }

    const Spec<P>& spec_;
    Random& random_;
    bool net_;
    std::vector<More> more_;
};

}  // namespace octomate::make
