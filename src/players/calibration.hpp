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

/// A chance that was told, and what came about: 1 won, 0.5 drawn, 0 lost.
struct Forecast {
    double chance = 0;
    double result = 0;
};

/// How far chances that are told are true.
struct Calibration {
    /// A tenth of the forecasts, by their chances.
    struct Decile {
        std::size_t size = 0;
        double least = 0, most = 0;  ///< chances
        double mean = 0;             ///< of the chances
        double happened = 0;         ///< the mean of the results
    };

    std::vector<Decile> deciles;  ///< that are not empty, from the lowest
    /// The mean of minus the logarithm of the chance given to what came about.
    double loss = 0;
    /// The same if everybody in a decile were told what happened in it: the best that a constant for each
    /// could do.
    double recalibrated = 0;
    double widest = 0;  ///< between mean and happened in any decile
};

Calibration calibration_of(std::vector<Forecast> forecasts);

/// Which games are looked at.
struct ForecastOptions {
    Character player;  ///< both sides
    std::function<std::unique_ptr<Session>()> session;
    std::uint64_t games = 1000;
    std::uint64_t seed = 1;
    int every = 6;                  ///< one position of so many is looked at
    std::vector<int> depths{0, 2};  ///< to which chances are told: 0 is the guess alone
    int most_plies = 400;           ///< what is not over then is drawn
    int threads = 1;
    const std::atomic<bool>* stop = nullptr;
    std::function<void(std::uint64_t games)> tell = [](std::uint64_t) {};
};

/// Forecasts of games, for each of the depths; of the games that were played before it was stopped. The same
/// whatever the threads.
std::vector<std::vector<Forecast>> forecasts_of(const ForecastOptions& options);

}  // namespace octomate::players
