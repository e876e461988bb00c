#include <catch2/catch.hpp>

#include "players/match.hpp"

namespace octomate::players {

TEST_CASE("Elo: three points of four are about 191", "[players]") {
    CHECK(elo_of(0.5) == 0);
    CHECK(elo_of(0.75) == Approx(190.85).epsilon(0.001));
    CHECK(elo_of(0.25) == Approx(-190.85).epsilon(0.001));
    CHECK(elo_of(1) == 1200);
    CHECK(elo_of(-0.1) == -1200);
}

TEST_CASE("Score: pairs in which luck cancels out have no error", "[players]") {
    Score even;
    for (int pair = 0; pair < 10; ++pair) even.add_pair(1, 0);
    CHECK(even.wins == 10);
    CHECK(even.losses == 10);
    CHECK(even.rate() == 0.5);
    CHECK(even.standard_error() == 0);

    Score mixed;
    for (int pair = 0; pair < 50; ++pair) {
        mixed.add_pair(1, 1);
        mixed.add_pair(0, 0);
    }
    CHECK(mixed.games() == 200);
    CHECK(mixed.standard_error() == Approx(0.0503).epsilon(0.01));

    Score won;
    for (int pair = 0; pair < 4; ++pair) won.add_pair(1, 1);
    CHECK(won.rate() == 1);
    CHECK(won.confidence_interval().first < 0.7);
    CHECK(won.confidence_interval().second == 1);

    // The confidence interval counts one additional pair as won and one as lost.
    Score two;
    two.add_pair(1, 1);
    two.add_pair(1, 1);
    CHECK(two.confidence_interval().first == Approx(0.75 - 1.96 * 0.25));
    CHECK(two.confidence_interval().second == 1);

    Score drawn;
    drawn.add_pair(0.5, 0.5);
    CHECK(drawn.draws == 2);
    CHECK(drawn.standard_error() == 0);
}

}  // namespace octomate::players
