#include "players/train.hpp"

#include <tbb/global_control.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <set>

#include "solver/in_order.hpp"

namespace octomate::players {

namespace {

struct Fact {
    std::size_t at;
    double sign;
};

Fact fact_of(std::int16_t number) {
    return number >= 0 ? Fact{static_cast<std::size_t>(number), 1}
                       : Fact{static_cast<std::size_t>(-1 - number), -1};
}

double logistic(double sum) { return 1 / (1 + std::exp(-sum)); }

double sum_by(const std::vector<double>& weights, const Samples::View& sample) {
    double sum = 0;
    for (const std::int16_t number : sample.facts) {
        const auto [at, sign] = fact_of(number);
        sum += sign * weights[at];
    }
    return sum;
}

/// Slope and curvature of the log loss at some weights.
struct Slope {
    std::size_t begin = 0;  ///< of the block of weights that it is about
    std::vector<double> first;
    std::vector<double> second;  ///< the lower triangle, row by row, in a full square

    Slope(std::size_t begin, std::size_t size) : begin(begin), first(size), second(size * size) {}

    void add(const Samples::View& sample, const std::vector<double>& weights) {
        // Of a chance that is sure in part only the rest can be learnt.
        const double open = 1 - sample.sure;
        if (open <= 0) return;
        const double chance = logistic(sum_by(weights, sample));
        const double slope = open * chance - (sample.target - sample.sure);
        const double curve = open * chance * (1 - chance);
        const std::size_t size = first.size();
        for (const std::int16_t number : sample.facts) {
            const auto [fact_a, sign_a] = fact_of(number);
            const std::size_t a = fact_a - begin;
            first[a] += sign_a * slope;
            for (const std::int16_t other : sample.facts) {
                const auto [fact_b, sign_b] = fact_of(other);
                const std::size_t b = fact_b - begin;
                if (b <= a) second[a * size + b] += sign_a * sign_b * curve;
            }
        }
    }
};

/// Solves a positive definite system in place: by Cholesky, of the lower triangle.
void solve(std::vector<double>& square, std::vector<double>& right) {
    const std::size_t size = right.size();
    for (std::size_t row = 0; row < size; ++row) {
        double* const mine = &square[row * size];
        for (std::size_t column = 0; column <= row; ++column) {
            const double* const other = &square[column * size];
            double sum = mine[column];
            for (std::size_t at = 0; at < column; ++at) sum -= mine[at] * other[at];
            mine[column] = column == row ? std::sqrt(sum) : sum / other[column];
        }
        for (std::size_t at = 0; at < row; ++at) right[row] -= mine[at] * right[at];
        right[row] /= mine[row];
    }
    for (std::size_t row = size; row-- > 0;) {
        right[row] /= square[row * size + row];
        for (std::size_t at = 0; at < row; ++at) right[at] -= square[row * size + at] * right[row];
    }
}

/// Parts into which samples fall, whatever the threads, so that sums are always taken in the same order.
constexpr std::size_t parts = 16;

template <class Sum, class Add>
std::vector<Sum> sums_of_parts(const Samples& samples, const Sum& empty, Add add) {
    std::vector<Sum> sums(parts, empty);
    tbb::parallel_for(std::size_t{0}, parts, [&](std::size_t part) {
        const std::size_t end = samples.size() * (part + 1) / parts;
        for (std::size_t at = samples.size() * part / parts; at < end; ++at) add(sums[part], samples[at]);
    });
    return sums;
}

/// The block of facts that a sample has.
std::size_t block_of(const Samples::View& sample, std::size_t block) {
    return sample.facts.empty() ? 0 : fact_of(sample.facts.front()).at / block;
}

/// Learns from one round of games and from those in `learnt`, to which they are added; false if it was
/// stopped.
bool play_round(const Trainer& trainer, const TrainOptions& options, Samples& learnt, Round& round) {
    const auto stopped = [&] { return options.self.stop && *options.self.stop; };
    SelfPlay self = options.self;
    self.seed += static_cast<std::uint64_t>(round.number - 1) * 0x10001;
    Samples held;
    std::set<std::size_t> known;
    for (std::size_t at = 0; at < options.known.size(); ++at)
        known.insert(block_of(options.known[at], trainer.block()));
    const auto play = [&](std::uint64_t game) { return trainer.play(self, game); };
    const auto take = [&](const Samples& samples) {
        Samples& to = round.games % held_out_of == 0 ? held : learnt;
        for (std::size_t at = 0; at < samples.size(); ++at) {
            if (!known.contains(block_of(samples[at], trainer.block()))) to.add(samples[at]);
        }
        options.report(round.number, ++round.games);
    };
    solver::work_in_order(0, options.games, options.threads, stopped, play, take);
    if (stopped()) return false;
    round.positions = learnt.size() - options.known.size();
    round.held_out = held.size();
    round.weights = trainer.weights();
    round.before = log_loss(held, round.weights);
    fit(learnt, round.weights, trainer.block(), options.pull, options.steps);
    trainer.use(round.weights);
    round.weights = trainer.weights();
    round.after = log_loss(held, round.weights);
    return true;
}

}  // namespace

double chance_by(const std::vector<double>& weights, const Samples::View& sample) {
    return sample.sure + (1 - sample.sure) * logistic(sum_by(weights, sample));
}

double log_loss(const Samples& samples, const std::vector<double>& weights) {
    if (samples.size() == 0) return 0;
    const auto losses = sums_of_parts(samples, 0.0, [&](double& loss, const Samples::View& sample) {
        const double p = std::clamp(chance_by(weights, sample), 1e-6, 1 - 1e-6);
        loss -= sample.result * std::log(p) + (1 - sample.result) * std::log(1 - p);
    });
    double sum = 0;
    for (const double loss : losses) sum += loss;
    return sum / static_cast<double>(samples.size());
}

void fit(const Samples& samples, std::vector<double>& weights, std::size_t block, double pull, int steps) {
    const std::vector<double> before = weights;
    for (std::size_t begin = 0; begin < weights.size(); begin += block) {
        for (int step = 0; step < steps; ++step) {
            auto slopes = sums_of_parts(samples, Slope(begin, block), [&](Slope& slope, const auto& sample) {
                if (!sample.facts.empty() && fact_of(sample.facts.front()).at / block == begin / block)
                    slope.add(sample, weights);
            });
            Slope& all = slopes.front();
            for (std::size_t part = 1; part < parts; ++part) {
                for (std::size_t at = 0; at < block; ++at) all.first[at] += slopes[part].first[at];
                for (std::size_t at = 0; at < block * block; ++at) all.second[at] += slopes[part].second[at];
            }
            for (std::size_t at = 0; at < block; ++at) {
                all.first[at] += pull * (weights[begin + at] - before[begin + at]);
                all.second[at * block + at] += pull;
            }
            solve(all.second, all.first);
            // No step goes far from where its slope was taken.
            double longest = 0;
            for (const double by : all.first) longest = std::max(longest, std::abs(by));
            const double scale = std::min(1.0, 1 / std::max(longest, 1e-9));
            for (std::size_t at = 0; at < block; ++at) weights[begin + at] -= scale * all.first[at];
        }
    }
}

bool train(const Trainer& trainer, const TrainOptions& options,
           const std::function<void(const Round&)>& take) {
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism,
                                    static_cast<std::size_t>(options.threads));
    Samples learnt;
    for (int number = 1; number <= options.rounds; ++number) {
        // The games of the first round may have been played without knowing anything.
        if (number <= 2) learnt = options.known;
        Round round;
        round.number = number;
        if (!play_round(trainer, options, learnt, round)) return false;
        take(round);
    }
    return true;
}

}  // namespace octomate::players
