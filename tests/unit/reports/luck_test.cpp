#include <catch2/catch.hpp>
#include <random>

#include "core/types.hpp"
#include "reports/reports.hpp"
#include "views/text.hpp"

namespace octomate::reports {

namespace {

PlyChances ply(double before, std::optional<double> rolled, double played, bool has_choice = true) {
    PlyChances chances;
    chances.before = before;
    chances.rolled = rolled;
    chances.played = played;
    chances.has_choice = has_choice;
    return chances;
}

/// Returns the result of the game that its luck, errors and drift add up to.
double implied_result(const GameChances& game) {
    return game.start + game.white.luck - game.black.luck - game.white.error + game.black.error + game.drift;
}

}  // namespace

TEST_CASE("a chance maps values from 0 to 1, with draws at one half", "[luck]") {
    CHECK(chance_of(1) == 1);
    CHECK(chance_of(0) == 0.5);
    CHECK(chance_of(-1) == 0);
    CHECK(for_white(0.3, Color::White) == 0.3);
    CHECK(for_white(0.25, Color::Black) == 0.75);
}

TEST_CASE("a move is marked by the chance that it gives away", "[luck]") {
    CHECK(lapse_of(0) == Lapse::None);
    CHECK(lapse_of(0.049) == Lapse::None);
    CHECK(lapse_of(0.05) == Lapse::Dubious);
    CHECK(lapse_of(0.65 - 0.6) == Lapse::Dubious);  // slightly less than 0.05 in floating point
    CHECK(lapse_of(0.1) == Lapse::Mistake);
    CHECK(lapse_of(0.2) == Lapse::Blunder);
    CHECK(sign(Lapse::Blunder) == "??");
    CHECK(nag(Lapse::Mistake) == 2);
    CHECK(nag(Lapse::Blunder) == 4);
    CHECK(nag(Lapse::Dubious) == 6);
    CHECK(nag(Lapse::None) == 0);
}

TEST_CASE("luck and errors of both sides account for the course of a game", "[luck]") {
    // White rolls well and errs, Black rolls badly and has no choice, White mates.
    const std::vector<SidedChances> plies = {{Color::White, ply(0.5, 0.7, 0.45)},
                                             {Color::Black, ply(0.55, 0.35, 0.35, false)},
                                             {Color::White, ply(0.65, 1, 1)}};
    const GameChances game = add_up(plies, 1, 3);
    CHECK(game.depth == 3);
    CHECK(game.start == 0.5);
    CHECK(game.end == 1);
    CHECK(game.white.luck == Approx(0.2 + 0.35));
    CHECK(game.white.error == Approx(0.25));
    CHECK(game.white.decisions == 2);
    CHECK(game.white.mean_error() == Approx(0.125));
    CHECK(game.white.blunders == 1);
    CHECK(game.black.luck == Approx(-0.2));
    CHECK(game.black.decisions == 0);
    CHECK(game.luck() == Approx(0.75));
    CHECK(game.luckier_side() == Color::White);
    CHECK_FALSE(game.better_side());  // Black had no choice of moves to compare
    CHECK(game.drift == Approx(0).margin(1e-12));
    CHECK(implied_result(game) == Approx(game.end));
}

TEST_CASE("changes between plies are drift, and a ply with an unknown roll is all drift", "[luck]") {
    std::mt19937 random(7);
    const auto any = [&] { return std::uniform_real_distribution<double>(0, 1)(random); };
    for (int game = 0; game < 100; ++game) {
        std::vector<SidedChances> plies;
        std::size_t unjudged = 0;
        for (std::size_t at = 0; at < 1 + random() % 20; ++at) {
            const double rolled = any();
            const bool known = random() % 5 != 0;
            if (!known) ++unjudged;
            plies.push_back({random() % 2 == 0 ? Color::White : Color::Black,
                             ply(any(), known ? std::optional(rolled) : std::nullopt, rolled * any())});
        }
        const GameChances sum = add_up(plies, any(), 1);
        CHECK(implied_result(sum) == Approx(sum.end));
        CHECK(sum.white.unjudged + sum.black.unjudged == unjudged);
        CHECK(sum.white.error >= 0);
    }
    const GameChances unknown = add_up({{Color::Black, ply(0.4, std::nullopt, 0.9)}}, 0.1, 1);
    CHECK(unknown.black.luck == 0);
    CHECK(unknown.black.error == 0);
    CHECK(unknown.black.decisions == 0);
    CHECK(unknown.start == Approx(0.6));
    CHECK(unknown.drift == Approx(-0.5));
}

TEST_CASE("the better player is the one with the smaller mean error, not the smaller sum", "[luck]") {
    const GameChances game = add_up({{Color::White, ply(0.5, 0.5, 0.4)},
                                     {Color::Black, ply(0.6, 0.6, 0.54)},
                                     {Color::Black, ply(0.54, 0.54, 0.48)}},
                                    0.52, 2);
    CHECK(game.black.error > game.white.error);
    CHECK(game.better_side() == Color::Black);
    CHECK_FALSE(game.luckier_side());
    CHECK(views::luck_verdict(game) == "Errors cost White 0.10 wins and Black 0.12.");
}

TEST_CASE("the verdict says what dice and errors were worth", "[luck]") {
    const auto verdict = [](double rolled, double played, bool has_choice) {
        return views::luck_verdict(add_up({{Color::Black, ply(0.5, rolled, played, has_choice)}}, 0.5, 1));
    };
    CHECK(verdict(0.9, 0.6, true) ==
          "The dice were worth 0.40 wins to Black; errors cost White 0.00 wins and Black 0.30.");
    CHECK(verdict(0.3, 0.3, false) == "The dice were worth 0.20 wins to White.");
    CHECK(verdict(0.5, 0.5, false) == "Neither dice nor errors changed the game.");
}

}  // namespace octomate::reports
