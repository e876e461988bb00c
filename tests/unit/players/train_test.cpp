#include "players/train.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "facade/game.hpp"
#include "games/list.hpp"
#include "players/calibration.hpp"

namespace octomate::players {

namespace {

/// The trainer of the d8 game, whose weights are put back.
class Kept {
  public:
    Kept() : trainer_(*games::all().front()->trainer()), weights_(trainer_.weights()) {}
    ~Kept() { trainer_.use(weights_); }
    Kept(const Kept&) = delete;
    Kept& operator=(const Kept&) = delete;

    const Trainer& operator*() const { return trainer_; }
    const Trainer* operator->() const { return &trainer_; }
    void begin_from_zero() const { trainer_.use(std::vector<double>(weights_.size())); }

  private:
    const Trainer& trainer_;
    const std::vector<double> weights_;
};

}  // namespace

TEST_CASE("Weights are fitted to what came about", "[players]") {
    // Two facts, each alone, and one block that is never seen.
    Samples samples;
    for (int at = 0; at < 4000; ++at) {
        Facts facts;
        facts.facts.push_back(static_cast<std::int16_t>(at % 2 == 0 ? 0 : -2));
        const double result = at % 8 < 6 ? 1 : 0;  // three of four
        samples.add(facts, result, result);
    }
    std::vector<double> weights(4);
    fit(samples, weights, 2, 1e-3, 1);
    CHECK(weights[0] > 0.9);  // one step goes most of the way
    weights.assign(4, 0);
    const double before = log_loss(samples, weights);
    CHECK(before == Approx(std::log(2)));
    fit(samples, weights, 2, 1e-3, 10);
    CHECK(weights[0] == Approx(std::log(3)).epsilon(1e-4));
    CHECK(weights[1] == Approx(-std::log(3)).epsilon(1e-4));
    CHECK(weights[2] == 0);
    CHECK(log_loss(samples, weights) == Approx(0.562335).epsilon(1e-4));
}

TEST_CASE("What is sure need not be learnt", "[players]") {
    Samples samples;
    Facts facts;
    facts.facts.push_back(0);
    facts.sure = 0.5;
    for (int at = 0; at < 100; ++at) samples.add(facts, 0.75, 1);
    std::vector<double> weights(1);
    fit(samples, weights, 1, 1e-6, 10);
    CHECK(weights[0] == Approx(0).margin(1e-9));  // a half of the other half
    CHECK(chance_by(weights, samples[0]) == Approx(0.75));
}

TEST_CASE("Training is the same whatever the threads, and foretells games from which it did not learn",
          "[players]") {
    const Kept trainer;
    TrainOptions options;
    options.games = 120;
    std::vector<Round> rounds;
    const auto train_with = [&](int threads) {
        trainer.begin_from_zero();
        options.threads = threads;
        CHECK(train(*trainer, options, [&](const Round& round) { rounds.push_back(round); }));
        return trainer->text_of(trainer->weights());
    };
    const std::string one = train_with(1);
    CHECK(train_with(3) == one);
    REQUIRE(rounds.size() == 2);
    CHECK(rounds[0].before == Approx(rounds[1].before));
    CHECK(rounds[0].after < rounds[0].before - 0.01);
    CHECK(trainer->text_of(trainer->read(one)) == one);
}

TEST_CASE("Weights that are none are refused, in every game", "[players]") {
    for (const auto& game : games::all()) {
        CAPTURE(game->name());
        const Trainer* trainer = game->trainer();
        REQUIRE(trainer);
        const std::string good = trainer->text_of(trainer->weights());
        CHECK(trainer->text_of(trainer->read(good)) == good);
        const std::string first = good.substr(0, good.find('\n') + 1);
        for (const std::string& text : {std::string(), std::string("squares"), std::string("men 4"), first,
                                        first + "squares 1 2 x", good.substr(0, good.size() / 2)}) {
            CAPTURE(text);
            CHECK_THROWS_AS(trainer->read(text), std::invalid_argument);
        }
        CHECK_THROWS_WITH(trainer->read(good + "7"), Catch::Contains("behind the last number"));
        CHECK_THROWS_WITH(trainer->read("men 99\n"), Catch::Contains("of \"men\""));
    }
}

TEST_CASE("Games without a die differ by errors in the values of moves", "[players]") {
    const Trainer& trainer = *games::named("superpermutation").trainer();
    SelfPlay options;
    options.opening = 0;
    options.few = 0;
    options.most_plies = 40;
    const auto targets = [&](std::uint64_t game) {
        const Samples samples = trainer.play(options, game);
        std::vector<float> targets;
        for (std::size_t at = 0; at < samples.size(); ++at) targets.push_back(samples[at].target);
        return targets;
    };
    CHECK(targets(1) != targets(2));
    CHECK(targets(1) == targets(1));
    options.noise = 0;
    CHECK(targets(1) == targets(2));

    // Of the last position only its own search and the end of the game tell, which was cut off: a draw.
    options.lambda_without_die = 0;
    options.most_plies = 8;
    REQUIRE(targets(1).size() == 8);
    CHECK(targets(1).back() == Approx(0.5));
    CHECK(targets(1).front() != Approx(0.5));
}

TEST_CASE("Some games begin with fewer men", "[players]") {
    const Trainer& trainer = *games::all().front()->trainer();
    SelfPlay options;
    options.opening = 0;
    options.most_plies = 1;
    const auto fewest_facts = [&](double few) {
        options.few = few;
        std::size_t fewest = std::numeric_limits<std::size_t>::max();
        for (std::uint64_t game = 0; game < 20; ++game) {
            const Samples samples = trainer.play(options, game);
            if (samples.size() > 0) fewest = std::min(fewest, samples[0].facts.size());
        }
        return fewest;
    };
    CHECK(fewest_facts(1) < fewest_facts(0));
}

TEST_CASE("Forecasts are true or not by tenths", "[players]") {
    std::vector<Forecast> forecasts;
    for (int at = 0; at < 1000; ++at) {
        const double chance = (at / 100 + 0.5) / 10;
        forecasts.push_back({chance, at % 100 < std::lround(100 * chance) ? 1.0 : 0.0, chance + 0.125});
    }
    const auto good = calibration_of(forecasts);
    REQUIRE(good.deciles.size() == 10);
    CHECK(good.widest == Approx(0).margin(1e-9));
    CHECK(good.widest_adjusted == Approx(0.125));
    CHECK(good.deciles.front().least == Approx(0.05));
    CHECK(good.deciles.front().most == Approx(0.05));
    CHECK(good.deciles.front().adjusted == Approx(0.175));
    CHECK(good.loss == Approx(good.recalibrated));
    for (auto& forecast : forecasts) forecast.chance = 0.5 + (forecast.chance - 0.5) / 2;
    const auto timid = calibration_of(forecasts);
    CHECK(timid.widest == Approx(0.225));
    CHECK(timid.recalibrated == Approx(good.loss));
    CHECK(timid.loss > good.loss);
    CHECK(calibration_of({}).deciles.empty());
    CHECK(calibration_of({{0.25, 0, 0}, {0.75, 1, 1}}).deciles.size() == 2);

    std::vector<Forecast> rising;
    for (int at = 0; at < 20; ++at) rising.push_back({at / 20.0, 0.5, 0.5});
    CHECK(calibration_of(rising).deciles[3].least == Approx(0.30));
    CHECK(calibration_of(rising).deciles[3].most == Approx(0.35));
}

TEST_CASE("Without the luck of the dice results scatter less, around the same mean", "[players]") {
    ForecastOptions options;
    options.player = *character_named("depth-1");
    options.session = [] { return games::all().front()->session(); };
    options.games = 60;
    options.every = 5;  // positions with either side to move, so that the luck of a game cancels
    options.depths = {0};
    double luck = 0, results = 0, adjusted = 0;
    const auto games = forecasts_of(options);
    for (const Forecast& forecast : games.front()) {
        luck += forecast.result - forecast.adjusted;
        results += std::pow(forecast.result - forecast.chance, 2);
        adjusted += std::pow(forecast.adjusted - forecast.chance, 2);
    }
    const auto size = static_cast<double>(games.front().size());
    CHECK(std::abs(luck / size) < 0.05);
    CHECK(adjusted < 0.7 * results);
}

TEST_CASE("Games without a die have no luck", "[players]") {
    ForecastOptions options;
    options.player = *character_named("depth-1,noise-0.2");
    options.session = [] { return games::named("superpermutation").session(); };
    options.games = 2;
    options.depths = {0};
    const auto games = forecasts_of(options);
    for (const Forecast& forecast : games.front()) CHECK(forecast.adjusted == forecast.result);
}

TEST_CASE("Games to forecast end after the most plies", "[players]") {
    ForecastOptions options;
    options.player = *character_named("random");
    options.session = [] { return games::all().front()->session(); };
    options.games = 1;
    options.every = 1;
    options.depths = {0};
    options.most_plies = 5;
    const auto forecasts = forecasts_of(options).front();
    CHECK(forecasts.size() == 5);
    for (const Forecast& forecast : forecasts) CHECK(forecast.result == 0.5);
}

TEST_CASE("Forecasts of games are the same whatever the threads", "[players]") {
    ForecastOptions options;
    options.player = *character_named("level-6");
    options.session = [] { return games::all().front()->session(); };
    options.games = 6;
    options.depths = {0, 1};
    const auto one = forecasts_of(options);
    options.threads = 3;
    const auto three = forecasts_of(options);
    REQUIRE(one.size() == 2);
    REQUIRE(one[0].size() > 20);
    REQUIRE(one[0].size() == three[0].size());
    for (std::size_t at = 0; at < one[0].size(); ++at) {
        CHECK(one[1][at].chance == three[1][at].chance);
        CHECK(one[1][at].result == three[1][at].result);
        CHECK(one[1][at].adjusted == three[1][at].adjusted);
    }
}

}  // namespace octomate::players
