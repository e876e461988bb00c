
#include <algorithm>
#include <atomic>
#include <catch2/catch.hpp>
#include <cmath>

#include "games/list.hpp"
#include "games/superpermutation/rules/position.hpp"
#include "players/session.hpp"
#include "players/session_of.hpp"
#include "toy/heap.hpp"

namespace octomate::players {

namespace {

using Heap = toy::Heap<true>;

/// Returns the exact value for White of a heap if both players choose the best move by a search of one ply.
double played_value(const Heap& heap) {
    if (heap.outcome() != Outcome::Ongoing) return score_for(heap.outcome(), Color::White);
    Lookahead<Heap> lookahead(1);
    lookahead.evaluate_rolls(heap);
    double sum = 0, total = 0;
    for (const auto& roll : lookahead.rolls()) {
        sum += static_cast<double>(roll.weight) * played_value(heap.play(roll.best));
        total += static_cast<double>(roll.weight);
    }
    return sum / total;
}

RolloutOptions options_of(std::uint64_t games, std::uint64_t seed = 1) {
    RolloutOptions options;
    options.games = games;
    options.seed = seed;
    return options;
}

std::optional<Rollout> rolled_out(const char* fen, const RolloutOptions& options) {
    return games::all().front()->forecast(fen, "", options).rollout;
}

constexpr const char* few = "6k1/8/8/4p3/4q3/4bP2/3P4/2BK4 b";

bool near(const Mean& mean, double truth, double errors = 4) {
    return std::abs(mean.mean - truth) <= errors * mean.error + 1e-9;
}

}  // namespace

TEST_CASE("Rollouts have the mean of all games, with and without luck", "[players]") {
    for (const int stones : {6, 9, 12}) {
        const Heap heap(stones, Color::White);
        const double truth = chance_of(played_value(heap));
        Rollout rollout;
        rollout.moves.resize(1);
        rollout.options = options_of(4000);
        rollout.faces.push_back({1, "a", 1, false, {{0, {}}}});
        roll_out(rollout, [&](std::uint64_t game) {
            Lookahead<Heap> lookahead(1);
            const Random dice = Random::of_unit(1, game);
            return std::vector{*play_out(heap, Color::White, dice, lookahead, rollout.options)};
        });
        CAPTURE(stones, truth, rollout.adjusted.mean, rollout.adjusted.error, rollout.plain.mean,
                rollout.plain.error);
        CHECK(near(rollout.adjusted, truth));
        CHECK(near(rollout.plain, truth));
        CHECK(rollout.moves.front().won + rollout.moves.front().drawn + rollout.moves.front().lost == 4000);
    }
}

TEST_CASE("With few games nearly all luck is removed", "[players]") {
    Rollout rollout;
    rollout.moves.resize(1);
    rollout.options = options_of(4);
    rollout.faces.push_back({1, "a", 1, false, {{0, {}}}});
    roll_out(rollout, [](std::uint64_t) {
        RolloutGame game;
        game.result = 0.5;
        game.luck[0] = 0.1;
        return std::vector{game};
    });
    // The share of luck to remove is the mean of 0 in two games, and of 1 in twenty assumed games: 20/22.
    CHECK(rollout.adjusted.mean == Approx(0.5 - 0.1 * 20 / 22));
    CHECK(rollout.plain.mean == Approx(0.5));
}

TEST_CASE("The chances before the roll are the mean of the best moves on the faces", "[players]") {
    const auto outlook = games::all().front()->forecast(few, "", {}).outlook;
    REQUIRE(outlook);
    Chances mean;
    for (const Outlook::Face& face : outlook->faces) {
        Chances best;
        for (const Outlook::Move& move : face.moves) {
            best.shallow = std::max(best.shallow, move.chances.shallow);
            best.deep = std::max(best.deep, move.chances.deep);
        }
        mean.shallow += best.shallow / static_cast<double>(outlook->faces.size());
        mean.deep += best.deep / static_cast<double>(outlook->faces.size());
    }
    CHECK(outlook->chances.shallow == Approx(mean.shallow));
    CHECK(outlook->chances.deep == Approx(mean.deep));
}

TEST_CASE("Removing luck reduces the error of the mean", "[players]") {
    RolloutOptions options = options_of(120);
    options.face = 5;
    options.candidates = 1;
    const auto rollout = rolled_out("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w", options);
    CHECK(rollout->adjusted.error < 0.8 * rollout->plain.error);
}

TEST_CASE("A rollout is the same with any number of threads", "[players]") {
    RolloutOptions options = options_of(60);
    const auto one = rolled_out(few, options);
    options.threads = 4;
    const auto four = rolled_out(few, options);
    REQUIRE(one->moves.size() == four->moves.size());
    REQUIRE(one->faces.size() == 8);
    for (std::size_t at = 0; at < one->moves.size(); ++at) {
        CHECK(one->moves[at].text.uci == four->moves[at].text.uci);
        CHECK(one->moves[at].adjusted.mean == four->moves[at].adjusted.mean);
        CHECK(one->moves[at].adjusted.error == four->moves[at].adjusted.error);
    }
    CHECK(one->adjusted.mean == four->adjusted.mean);
    // The means with and without luck come from the same games, so they are close.
    CHECK(std::abs(one->adjusted.mean - one->plain.mean) < 4 * one->plain.error);
    CHECK(rolled_out(few, options_of(60, 2))->adjusted.mean != one->adjusted.mean);
}

TEST_CASE("An interrupted rollout reports the games played so far", "[players]") {
    std::atomic<bool> stop = false;
    RolloutOptions options = options_of(1'000'000);
    options.face = 5;
    options.stop = &stop;
    options.threads = 2;
    options.report = [&](std::uint64_t games) { stop = games >= 10; };
    const auto stopped = rolled_out(few, options);
    REQUIRE(stopped->games >= 10);
    REQUIRE(stopped->games < 1000);
    RolloutOptions whole = options_of(stopped->games);
    whole.face = 5;
    CHECK(rolled_out(few, whole)->adjusted.mean == stopped->adjusted.mean);
    CHECK(stopped->faces.size() == 1);
    CHECK(stopped->faces.front().candidates.size() == 3);
}

TEST_CASE("Rollouts in check, of mates, and of a game that is over", "[players]") {
    const auto check = rolled_out("4k3/8/8/8/8/8/4r3/4K3 w", options_of(4));
    REQUIRE(check->faces.size() == 1);
    CHECK(check->faces.front().face == 0);
    RolloutOptions options = options_of(4);
    options.face = 5;
    const auto mate = rolled_out("Q2Bk3/4N3/4p3/4K3/8/8/8/8 w", options);
    CHECK(mate->adjusted.mean == 1);
    CHECK(mate->adjusted.error == 0);
    CHECK(mate->moves[mate->faces.front().candidates.front().move].text.uci == "a8e4");
    CHECK_FALSE(rolled_out("7k/6Q1/6K1/8/8/8/8/8 b", options_of(4)));
    options = options_of(4);
    options.most_plies = 1;
    CHECK(rolled_out(few, options)->moves.front().cut == 4);
}

TEST_CASE("A game ends at a position with a known value", "[players]") {
    using Position = superpermutation::D8Position;
    const auto position = Position::from_fen("7k/8/8/8/8/8/5RQ1/4K3 w")->value;
    const ExactValues<Position> even = [](const Position&) { return std::optional(0.5); };
    const auto rollout = rollout_of(position, options_of(3), even);
    for (const auto& move : rollout->moves) {
        if (move.won == 0) CHECK(move.adjusted.mean == 0.25);  // the opponent's value 0.5 is our chance 0.25
        CHECK(move.adjusted.error == 0);
        CHECK(move.won + move.known == 3);
    }
}

TEST_CASE("An outlook assigns the moves to the faces, the best first", "[players]") {
    const char* const fen = "8/8/8/4p3/4q3/4bP2/1k1P4/3K4 b";
    const games::Game& game = *games::all().front();
    const auto all = game.forecast(fen, "", {}).outlook;
    REQUIRE(all->faces.size() == 8);
    double sum = 0;
    for (const auto& face : all->faces) {
        sum += face.moves.front().chances.deep / 8;
        for (std::size_t at = 1; at < face.moves.size(); ++at)
            CHECK(face.moves[at - 1].chances.deep >= face.moves[at].chances.deep);
        CHECK(face.moves.front().wins == (face.face >= 3 && face.face <= 5));
    }
    CHECK(all->chances.deep == Approx(sum));
    CHECK(all->faces[3].free);
    CHECK(all->faces[3].moves.size() == 31);
    RolloutOptions rolled;
    rolled.face = 2;
    const auto one = game.forecast(fen, "", rolled).outlook;
    REQUIRE(one->faces.size() == 1);
    CHECK(one->chances.deep == all->faces[1].moves.front().chances.deep);
    CHECK_FALSE(game.forecast("7k/6Q1/6K1/8/8/8/8/8 b", "", {}).outlook);
}

}  // namespace octomate::players
