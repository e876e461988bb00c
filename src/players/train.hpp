#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/evaluated.hpp"
#include "core/random.hpp"

namespace octomate::players {

/// A position that was played, and how its game ended.
struct Sample {
    Facts facts;
    double result = 0;  ///< of the side to move: 1 won, 0.5 drawn, 0 lost
};

/// How well weights foretell: the mean of minus the logarithm of the chance given to what came about.
double log_loss(const std::vector<Sample>& samples, const std::vector<double>& weights);

/// Fits weights to samples by descent on the log loss, with a small pull to 0. Depends on nothing but its
/// arguments. Weights in logarithms of odds.
void fit(const std::vector<Sample>& samples, std::vector<double>& weights, int epochs, std::uint64_t seed);

}  // namespace octomate::players
