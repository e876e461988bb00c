#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "players/character.hpp"
#include "players/session.hpp"

namespace octomate::players {

/// A forecast chance and what came of it.
struct Forecast {
    double chance = 0;
    double result = 0;    ///< 1 won, 0.5 drawn, 0 lost
    double adjusted = 0;  ///< the result less the luck of the dice: the same on average, and less scattered
};

/// How well forecasts agree with results.
struct Calibration {
    /// A tenth of the forecasts, by their chances.
    struct Decile {
        std::size_t size = 0;
        double least = 0, most = 0;  ///< chances
        double mean = 0;             ///< of the chances
        double happened = 0;         ///< the mean of the results
        double adjusted = 0;         ///< the mean of the adjusted results
    };

    std::vector<Decile> deciles;  ///< that are not empty, from the lowest
    /// The log loss: the mean of minus the logarithm of the chance given to the actual result.
    double loss = 0;
    /// The loss if all forecasts of a decile were its mean result: the least that any constant per decile
    /// has.
    double recalibrated = 0;
    double widest = 0;           ///< between mean and happened in any decile
    double widest_adjusted = 0;  ///< between mean and adjusted
};

Calibration calibration_of(std::vector<Forecast> forecasts);

/// The games to forecast.
struct ForecastOptions {
    Character player;  ///< both sides
    std::function<std::unique_ptr<Session>()> session;
    std::uint64_t games = 1000;
    std::uint64_t seed = 1;
    int every = 6;                  ///< every how many plies a position is forecast
    std::vector<int> depths{0, 2};  ///< of the forecasts: 0 is the evaluation alone
    int most_plies = 400;           ///< what is not over then is drawn
    int threads = 1;
    const std::atomic<bool>* stop = nullptr;
    std::function<void(std::uint64_t games)> report = [](std::uint64_t) {};
};

/// Forecasts of games, for each of the depths; of those that were finished if it was stopped. The same
/// whatever the threads.
std::vector<std::vector<Forecast>> forecasts_of(const ForecastOptions& options);

}  // namespace octomate::players
