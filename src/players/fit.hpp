#pragma once

#include <vector>

#include "players/sample.hpp"

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

}  // namespace octomate::players
