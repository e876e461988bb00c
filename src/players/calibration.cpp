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

double sign_of(Color color) { return color == Color::White ? 1 : -1; }

using Forecasts = std::vector<std::vector<Forecast>>;  // by depth

/// What a roll is worth beyond the mean of all rolls, by the evaluation of all their moves: zero on average,
/// however good the evaluation.
double luck_of(Session& session, int face) {
    if (!session.uses_die()) return 0;
    const Appraisal all = session.appraise({.depth = 1});
    const auto rolled = std::find_if(all.rolls.begin(), all.rolls.end(),
                                     [&](const Appraisal::Roll& roll) { return roll.face == face; });
    return rolled == all.rolls.end() ? 0 : rolled->value - all.value;
}

/// The forecasts of one game; none if it was stopped.
std::optional<Forecasts> play(const ForecastOptions& options, std::uint64_t game) {
    Random dice = Random::of_unit(options.seed, game);
    const auto session = options.session();
    Forecasts forecasts(options.depths.size());
    struct Asked {
        Color turn;
        double luck;  ///< that the dice brought White before
    };
    std::vector<Asked> asked;
    double luck = 0;
    const auto every = static_cast<std::size_t>(options.every);
    const std::size_t phase = dice.next() % every;
    while (session->outcome() == Outcome::Ongoing &&
           session->plies() < static_cast<std::size_t>(options.most_plies)) {
        if (options.stop && *options.stop) return {};
        if (session->plies() % every == phase) {
            asked.push_back({session->turn(), luck});
            for (std::size_t at = 0; at < forecasts.size(); ++at)
                forecasts[at].push_back({.chance = chance_of(session->chance(options.depths[at]))});
        }
        Question question;
        question.face = session->roll(dice);
        question.seed = dice.next();
        luck += sign_of(session->turn()) * luck_of(*session, question.face);
        const auto thought = session->think(options.player, question);
        (void)session->play(thought.lines.front().move.uci, question.face);
    }
    for (auto& of_depth : forecasts) {
        for (std::size_t at = 0; at < asked.size(); ++at) {
            const double value = score_for(session->outcome(), asked[at].turn);
            of_depth[at].result = chance_of(value);
            of_depth[at].adjusted = chance_of(value - sign_of(asked[at].turn) * (luck - asked[at].luck));
        }
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
            decile.adjusted += forecasts[at].adjusted / static_cast<double>(decile.size);
            calibration.loss += loss_of(forecasts[at].chance, forecasts[at].result);
        }
        for (std::size_t at = begin; at < end; ++at)
            calibration.recalibrated += loss_of(decile.happened, forecasts[at].result);
        calibration.widest = std::max(calibration.widest, std::abs(decile.mean - decile.happened));
        calibration.widest_adjusted =
            std::max(calibration.widest_adjusted, std::abs(decile.mean - decile.adjusted));
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
