#pragma once

#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

#include "core/random.hpp"
#include "make/arrange.hpp"
#include "make/changes.hpp"
#include "make/key_judge.hpp"
#include "make/maker.hpp"
#include "reports/search.hpp"
#include "solver/parallel.hpp"

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
            if (const double looks = looks_of(now); !best || looks < best_looks) {
                best = now;
                best_looks = looks;
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
        return judgement.cost + (exact_ || !steered_by_themes_ ? 1 : 0.2) * weight_of_looks * looks_of(men);
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
