#include "players/calibration.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "players/search.hpp"
#include "solver/in_order.hpp"

namespace octomate::players {

namespace {

double loss_of(double chance, double result) {
    const double p = std::clamp(chance, 1e-6, 1 - 1e-6);
    return -result * std::log(p) - (1 - result) * std::log(1 - p);
}

using Forecasts = std::vector<std::vector<Forecast>>;  // by depth

/// The forecasts of one game; none if it was stopped.
std::optional<Forecasts> play(const ForecastOptions& options, std::uint64_t game) {
    Random dice = Random::of_unit(options.seed, game);
    const auto session = options.session();
    Forecasts forecasts(options.depths.size());
    std::vector<Color> turns;
    const auto every = static_cast<std::size_t>(options.every);
    const std::size_t phase = dice.next() % every;
    while (session->outcome() == Outcome::Ongoing &&
           session->plies() < static_cast<std::size_t>(options.most_plies)) {
        if (options.stop && *options.stop) return {};
        if (session->plies() % every == phase) {
            turns.push_back(session->turn());
            for (std::size_t at = 0; at < forecasts.size(); ++at)
                forecasts[at].push_back({chance_of(session->chance(options.depths[at])), 0});
        }
        Question question;
        question.face = session->roll(dice);
        question.seed = dice.next();
        const auto thought = session->think(options.player, question);
        (void)session->play(thought.lines.front().move.uci, question.face);
    }
    for (auto& of_depth : forecasts) {
        for (std::size_t at = 0; at < turns.size(); ++at)
            of_depth[at].result = chance_of(score_for(session->outcome(), turns[at]));
    }
    return forecasts;
}

}  // namespace

Calibration calibration_of(std::vector<Forecast> forecasts) {
    constexpr std::size_t tenths = 10;
    Calibration calibration;
    std::stable_sort(forecasts.begin(), forecasts.end(),
                     [](const Forecast& a, const Forecast& b) { return a.chance < b.chance; });
    for (std::size_t tenth = 0; tenth < tenths; ++tenth) {
        const std::size_t begin = forecasts.size() * tenth / tenths;
        const std::size_t end = forecasts.size() * (tenth + 1) / tenths;
        if (begin == end) continue;
        Calibration::Decile decile;
        decile.size = end - begin;
        decile.least = forecasts[begin].chance;
        decile.most = forecasts[end - 1].chance;
        for (std::size_t at = begin; at < end; ++at) {
            decile.mean += forecasts[at].chance / static_cast<double>(decile.size);
            decile.happened += forecasts[at].result / static_cast<double>(decile.size);
            calibration.loss += loss_of(forecasts[at].chance, forecasts[at].result);
        }
        for (std::size_t at = begin; at < end; ++at)
            calibration.recalibrated += loss_of(decile.happened, forecasts[at].result);
        calibration.widest = std::max(calibration.widest, std::abs(decile.mean - decile.happened));
        calibration.deciles.push_back(decile);
    }
    if (forecasts.empty()) return calibration;
    calibration.loss /= static_cast<double>(forecasts.size());
    calibration.recalibrated /= static_cast<double>(forecasts.size());
    return calibration;
}

std::vector<std::vector<Forecast>> forecasts_of(const ForecastOptions& options) {
    Forecasts all(options.depths.size());
    std::uint64_t games = 0;
    bool stopped = false;
    solver::work_in_order(
        0, options.games, options.threads, [&] { return options.stop && *options.stop; },
        [&](std::uint64_t game) { return play(options, game); },
        [&](const std::optional<Forecasts>& played) {
            stopped = stopped || !played;
            if (stopped) return;
            for (std::size_t at = 0; at < all.size(); ++at)
                all[at].insert(all[at].end(), (*played)[at].begin(), (*played)[at].end());
            options.report(++games);
        });
    return all;
}

}  // namespace octomate::players
