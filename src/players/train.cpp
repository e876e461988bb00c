#include "players/train.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace octomate::players {

namespace {

double sum_of(const Facts& facts, const std::vector<double>& weights) {
    double sum = 0;
    for (const std::int16_t fact : facts.facts) {
        sum += fact >= 0 ? weights[static_cast<std::size_t>(fact)]
                         : -weights[static_cast<std::size_t>(-1 - fact)];
    }
    return sum;
}

double chance_of(double sum) { return 1 / (1 + std::exp(-sum)); }

}  // namespace

double log_loss(const std::vector<Sample>& samples, const std::vector<double>& weights) {
    double loss = 0;
    for (const Sample& sample : samples) {
        const double rest = chance_of(sum_of(sample.facts, weights));
        const double chance = sample.facts.sure + (1 - sample.facts.sure) * rest;
        const double p = std::clamp(chance, 1e-6, 1 - 1e-6);
        loss -= sample.result * std::log(p) + (1 - sample.result) * std::log(1 - p);
    }
    return samples.empty() ? 0 : loss / static_cast<double>(samples.size());
}

void fit(const std::vector<Sample>& samples, std::vector<double>& weights, int epochs, std::uint64_t seed) {
    // As if each weight had been seen so often to be 0: positions of one game are much alike.
    constexpr double pull = 30;
    std::vector<double> seen(weights.size(), 1);
    for (const Sample& sample : samples) {
        for (const std::int16_t fact : sample.facts.facts)
            seen[static_cast<std::size_t>(fact >= 0 ? fact : -1 - fact)] += 1;
    }
    std::vector<double> squares(weights.size(), 1e-8);  // of slopes, for steps of their size (Adagrad)
    std::vector<std::size_t> order(samples.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    Random random(seed);
    for (int epoch = 0; epoch < epochs; ++epoch) {
        for (std::size_t at = order.size(); at > 1; --at)
            std::swap(order[at - 1], order[static_cast<std::size_t>(random.below(static_cast<int>(at)))]);
        for (const std::size_t number : order) {
            const Sample& sample = samples[number];
            if (sample.facts.sure == 1) continue;
            const double rest = chance_of(sum_of(sample.facts, weights));
            const double p = sample.facts.sure + (1 - sample.facts.sure) * rest;
            // Slope of the log loss by the sum.
            const double slope =
                -sample.result * (1 - sample.facts.sure) * rest * (1 - rest) / p + (1 - sample.result) * rest;
            for (const std::int16_t fact : sample.facts.facts) {
                const auto at = static_cast<std::size_t>(fact >= 0 ? fact : -1 - fact);
                const double by = (fact >= 0 ? slope : -slope) + pull / seen[at] * weights[at];
                squares[at] += by * by;
                weights[at] -= 0.05 * by / std::sqrt(squares[at]);
            }
        }
    }
}

}  // namespace octomate::players
