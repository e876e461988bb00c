#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "players/sample.hpp"
#include "players/trainer.hpp"

namespace octomate::players {

/// The chance to win that weights (in logarithms of odds) give a position.
double chance_by(const std::vector<double>& weights, const Samples::View& sample);

/// How well weights foretell results: the mean of minus the logarithm of the chance given to what came about;
/// 0 of no samples.
double log_loss(const Samples& samples, const std::vector<double>& weights);

/// Fits weights to the targets of samples by Newton's method on the log loss, with a pull to what they were
/// before, as if each had been seen `pull` times to be so. The facts of a sample must be of one block of so
/// many. The same whatever the threads, as many as TBB may use.
void fit(const Samples& samples, std::vector<double>& weights, std::size_t block, double pull, int steps);

struct TrainOptions {
    SelfPlay self;
    std::uint64_t games = 10'000;  ///< of a round
    Samples known;                 ///< learnt instead of what games say of the same blocks of facts
    int rounds = 1;    ///< each plays with what the one before learnt, and learns from all but the first
    double pull = 30;  ///< see fit
    int steps = 8;
    int threads = 1;
    std::function<void(int round, std::uint64_t games)> tell = [](int, std::uint64_t) {};
};

/// What a round learnt.
struct Round {
    int number = 0;  ///< from 1
    std::uint64_t games = 0;
    std::size_t positions = 0;  ///< from which was learnt, those of earlier rounds included
    std::size_t held_out = 0;
    /// Log losses on the results of games from which nothing was learnt: of the weights that played them, and
    /// of the new ones.
    double before = 0, after = 0;
    std::vector<double> weights;
};

/// Every tenth game is held out.
inline constexpr std::uint64_t held_out_of = 10;

/// Plays and learns, round by round, and leaves the weights in use; `take` hears of each round. False if it
/// was stopped. The same for a seed whatever the threads.
bool train(const Trainer& trainer, const TrainOptions& options,
           const std::function<void(const Round&)>& take);

}  // namespace octomate::players
