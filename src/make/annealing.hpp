#pragma once

#include <tbb/parallel_for.h>

#include <atomic>
#include <chrono>
#include <cmath>
#include <limits>
#include <set>
#include <vector>

#include "core/random.hpp"
#include "make/key_judge.hpp"
#include "make/maker.hpp"
#include "make/strip.hpp"

namespace octomate::make {

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
};

/// One attempt: men are put on the board, near the enemy king or anywhere, and then moved, added, removed and
/// exchanged by simulated annealing on the cost of the key and the looks; at last every man that is not
/// needed goes.
template <Composable P>
class Attempt {
  public:
    Attempt(const Spec<P>& spec, std::uint64_t seed, std::uint64_t unit)
        : spec_(spec), judge_(spec), random_(Random::of_unit(seed, unit)), net_(unit % 2 == 1) {}

    /// The best that it found, first without the men that are not needed, then as it was before they went.
    std::vector<FoundPosition<P>> run() {
        Men now = spec_.men;
        if (!start(now)) return {};
        double cost = cost_of(now);
        std::optional<Men> best;
        double best_looks = 0;
        int since_best = 0;
        for (int step = 0; step < steps && since_best < patience; ++step) {
            Men next = now;
            if (!change(next) || !spec_.allows(next)) continue;
            const double next_cost = cost_of(next);
            const double heat = 1.2 * std::pow(0.08 / 1.2, static_cast<double>(step) / steps);
            if (next_cost > cost && random_.fraction() >= std::exp((cost - next_cost) / heat)) continue;
            now = next;
            cost = next_cost;
            if (best) ++since_best;
            if (!exact_) continue;
            if (const double looks = looks_of(now); !best || looks < best_looks) {
                best = now;
                best_looks = looks;
                since_best = 0;
            }
        }
        if (!best) return {};
        const Men whole = *best;
        shrink(*best);
        return {found(*best), found(whole)};
    }

    std::uint64_t nodes() const { return nodes_; }

  private:
    using Men = typename P::Arrangement;
    using Man = typename Men::Man;

    static constexpr int steps = 6000;
    static constexpr int patience = 1500;
    static constexpr double weight_of_looks = 0.35;

    double looks_of(const Men& men) const { return spec_.taste.looks(men, spec_.men.occupied(), spec_.turn); }

    FoundPosition<P> found(const Men& men) const {
        return {men.template accepted<P>(spec_.turn).value(), looks_of(men), 0};
    }

    double cost_of(const Men& men) {
        ++nodes_;
        exact_ = false;
        const auto position = men.template accepted<P>(spec_.turn);
        if (!position) return 1e9;
        const Judgement judgement = judge_.judge(*position);
        exact_ = judgement.exact;
        return judgement.cost + weight_of_looks * looks_of(men);
    }

    int any_square() { return random_.below(Men::squares); }

    bool fixed(int square) const { return Men::contains(spec_.men.occupied(), square); }

    bool usable(const Men& men, int square) const {
        return !Men::contains(men.occupied() | spec_.demands.empty(), square);
    }

    /// The two royal men, the men that the spec needs, and a few others. False if the spec leaves no room.
    bool start(Men& men) {
        for (const Color color : {!spec_.turn, spec_.turn}) {
            if (!spec_.men.square_of_royal(color) && !put_somewhere(men, Men::royal_man(color))) return false;
        }
        spec_.demands.fill(men, spec_.turn, random_);
        for (int more = 1 + random_.below(5); more > 0 && Men::count(men.occupied()) < spec_.max_men; --more)
            put_somewhere(men, Men::any_man(random_));
        for (int tries = 0; tries < 200 && !spec_.allows(men); ++tries) change(men);
        return spec_.allows(men);
    }

    bool put_somewhere(Men& men, Man man) {
        for (int tries = 0; tries < 100; ++tries) {
            const int square = net_ && !Men::royal(man) ? near_enemy_king(men) : any_square();
            if (!usable(men, square) || !Men::may_stand(man, square)) continue;
            men.put(man, square);
            return true;
        }
        return false;
    }

    /// For growing a mating net: a square at most two steps from the king to be mated.
    int near_enemy_king(const Men& men) {
        const auto king = men.square_of_royal(!spec_.turn);
        return king ? Men::near(*king, random_) : any_square();
    }

    /// A man that the spec does not hold in its place.
    std::optional<int> loose_man(const Men& men) {
        for (int tries = 0; tries < 60; ++tries) {
            const int square = any_square();
            if (Men::contains(men.occupied(), square) && !fixed(square)) return square;
        }
        return std::nullopt;
    }

    /// One random change; false if it came to nothing.
    bool change(Men& men) {
        const int what = random_.below(10);
        if (what < 2) return put_somewhere(men, Men::any_man(random_));
        const auto from = loose_man(men);
        if (!from) return false;
        const bool royal = Men::royal(*men.at(*from));
        if (what < 4 && !royal) {
            men.remove(*from);
            return true;
        }
        if (what < 6 && !royal) {
            men.remove(*from);
            men.put(Men::any_man(random_), *from);
            return true;
        }
        const int to = what < 8 ? Men::near(*from, random_) : any_square();
        if (!usable(men, to)) return false;
        men.move(*from, to);
        return true;
    }

    /// Removes men as long as the key stays exactly the same; the dearest first.
    void shrink(Men& men) {
        const auto still = [&](const Men& smaller) {
            if (!spec_.allows(smaller)) return false;
            cost_of(smaller);
            return exact_;
        };
        strip(men, ~spec_.men.occupied(), still, [](Man, int) {});
    }

    const Spec<P>& spec_;
    KeyJudge<P> judge_;
    Random random_;
    bool net_;
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
    };
    ComposeFinds<P> result;
    std::set<std::pair<std::uint64_t, std::uint64_t>> seen;
    const auto stopped = [&] {
        return result.found.size() >= options.count || result.nodes >= options.nodes ||
               std::chrono::steady_clock::now() >= options.deadline ||
               (options.interrupted && options.interrupted->load(std::memory_order_relaxed));
    };
    for (std::uint64_t first = 0; !stopped(); first += wave) {
        std::vector<Outcome> outcomes(wave);
        const auto attempt = [&](std::uint64_t number) {
            Attempt<P> one(spec, options.seed, first + number);
            outcomes[number].compositions = one.run();
            outcomes[number].nodes = one.nodes();
        };
        if (options.parallel) {
            tbb::parallel_for(std::uint64_t{0}, wave, attempt);
        } else {
            for (std::uint64_t number = 0; number < wave; ++number) attempt(number);
        }
        for (std::uint64_t number = 0; number < wave; ++number) {
            if (result.found.size() >= options.count || result.nodes >= options.nodes) break;
            result.nodes += outcomes[number].nodes;
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
    std::stable_sort(result.found.begin(), result.found.end(),
                     [](const auto& a, const auto& b) { return a.looks < b.looks; });
    return result;
}

}  // namespace octomate::make
