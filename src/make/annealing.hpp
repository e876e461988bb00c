#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <vector>

#include "core/random.hpp"
#include "make/arrange.hpp"
#include "make/key_judge.hpp"
#include "make/maker.hpp"
#include "make/spec.hpp"
#include "reports/reports.hpp"
#include "solver/parallel.hpp"

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

/// A position that does exactly what the spec wants.
template <class P>
struct FoundPosition {
    P position;
    double looks = 0;        ///< lower is better
    std::uint64_t unit = 0;  ///< the work unit that found it: with the seed, enough to find it again
};

/// What the search came to.
template <class P>
struct ComposeFinds {
    std::vector<FoundPosition<P>> found;  ///< best first
    std::uint64_t nodes = 0;
    bool complete = false;  ///< as many as were wanted
    Tally tally;
};

/// One attempt: men are put on the board, near the enemy king or anywhere, and then moved, added, removed and
/// exchanged by simulated annealing on the cost of the key and the looks; at last every man that is not
/// needed goes.
template <Composable P>
class Attempt {
  public:
    Attempt(const Spec<P>& spec, const solver::Limits& limits, std::uint64_t seed, std::uint64_t unit)
        : spec_(spec),
          limits_(limits),
          judge_(spec),
          random_(Random::of_unit(seed, unit)),
          changes_(spec, random_, unit % 2 == 1) {}

    /// The best that it found, first without the men that are not needed, then as it was before they went.
    /// Nothing if the time is over.
    std::vector<FoundPosition<P>> run() {
        Men now = spec_.men;
        if (!changes_.start(now)) {
            ++nodes_;  // it is judged, too, or a spec that no position meets would never come to an end
            return {};
        }
        double cost = cost_of(now);
        std::optional<Men> best;
        double best_looks = 0;
        int since_best = 0;
        for (int step = 0; step < steps_ && since_best < patience_; ++step) {
            if ((step % 64 == 0 || spec_.has_lines()) && reports::is_over(limits_)) return {};
            Men next = now;
            if (!changes_.change(next) || !spec_.allows(next)) continue;
            const double next_cost = cost_of(next);
            const double heat = 1.2 * std::pow(0.08 / 1.2, static_cast<double>(step) / steps_);
            if (next_cost > cost && random_.fraction() >= std::exp((cost - next_cost) / heat)) continue;
            now = next;
            cost = next_cost;
            if (best) ++since_best;
            if (!exact_) continue;
            if (const double grade = looks(now); !best || grade < best_looks) {
                best = now;
                best_looks = grade;
                since_best = 0;
            }
        }
        if (!best) return {};
        const Men whole = *best;
        shrink(*best);
        const FoundPosition<P> least = found(*best);
        if (!spec_.economical) return {least, found(whole)};
        if (!judge_.is_economical(least.position)) return {};
        return {least};
    }

    std::uint64_t nodes() const { return nodes_; }
    const Tally& tally() const { return judge_.tally(); }

  private:
    using Men = typename P::Arrangement;
    using Man = typename Men::Man;

    static constexpr double weight_of_looks = 0.35;

    double looks(const Men& men) const {
        return looks_of(men, spec_.men.occupied(), spec_.turn, spec_.taste);
    }

    FoundPosition<P> found(const Men& men) const {
        return {men.template accepted<P>(spec_.turn).value(), looks(men), 0};
    }

    double cost_of(const Men& men) {
        ++nodes_;
        exact_ = false;
        const auto position = men.template accepted<P>(spec_.turn);
        if (!position) return 1e9;
        const Judgement judgement = judge_.judge(*position);
        exact_ = judgement.exact;
        return judgement.cost + (exact_ || !steered_by_themes_ ? 1 : 0.2) * weight_of_looks * looks(men);
    }

    /// Removes men as long as the key stays exactly the same; the most valuable first.
    void shrink(Men& men) {
        const auto still = [&](const Men& smaller) {
            if (!spec_.allows(smaller)) return false;
            cost_of(smaller);
            return exact_;
        };
        strip(men, ~spec_.men.occupied(), still, [](Man, int) {});
    }

    const Spec<P>& spec_;
    const solver::Limits& limits_;
    KeyJudge<P> judge_;
    Random random_;
    Changes<P> changes_;
    // Looks count little as long as a theme is not shown, or the men that are to show it would go.
    const bool steered_by_themes_ = !spec_.themes.empty();
    // Lines take long to find.
    const int steps_ = spec_.has_lines() ? 800 : steered_by_themes_ ? 20000 : 6000;
    const int patience_ = spec_.has_lines() ? 60 : 1500;
    bool exact_ = false;
    std::uint64_t nodes_ = 0;
};

/// Runs attempts until enough distinct positions (under the symmetries) are found. Attempt n draws from a
/// random stream of its own, and attempts are counted in order, so the answer does not depend on the threads.
/// `progress(found, nodes)` is called between waves of attempts.
template <Composable P, class Progress>
ComposeFinds<P> compose(const Spec<P>& spec, const ComposeOptions& options, Progress progress) {
    constexpr std::uint64_t wave = 16;
    struct Outcome {
        std::vector<FoundPosition<P>> compositions;
        std::uint64_t nodes = 0;
        Tally tally;
    };
    const solver::Limits limits = reports::search_options(options.search, 1).limits;
    ComposeFinds<P> result;
    std::set<std::pair<std::uint64_t, std::uint64_t>> seen;
    const auto stopped = [&] { return result.found.size() >= options.count || result.nodes >= limits.nodes; };
    for (std::uint64_t first = 0; !stopped() && !reports::is_over(limits); first += wave) {
        std::vector<Outcome> outcomes(wave);
        solver::for_each_number(wave, options.search.threads > 1, [&](std::size_t number) {
            Attempt<P> one(spec, limits, options.seed, first + number);
            outcomes[number].compositions = one.run();
            outcomes[number].nodes = one.nodes();
            outcomes[number].tally = one.tally();
        });
        for (std::uint64_t number = 0; number < wave; ++number) {
            if (stopped()) break;
            result.nodes += outcomes[number].nodes;
            result.tally.add(outcomes[number].tally);
            // One position an attempt: where many attempts shrink to the same, the larger ones are the
            // variety.
            for (FoundPosition<P>& composition : outcomes[number].compositions) {
                const PositionKey key = composition.position.key();
                if (!seen.insert({key.first, key.second}).second) continue;
                composition.unit = first + number;
                result.found.push_back(composition);
                break;
            }
        }
        progress(result.found.size(), result.nodes);
    }
    result.complete = result.found.size() >= options.count;
    // At most one of each unit: the order is the same however it is sorted.
    std::sort(result.found.begin(), result.found.end(), [](const auto& a, const auto& b) {
        return a.looks != b.looks ? a.looks < b.looks : a.unit < b.unit;
    });
    return result;
}

}  // namespace octomate::make
