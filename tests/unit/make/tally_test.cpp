#include <catch2/catch.hpp>

#include "make/maker.hpp"

namespace octomate::make {

TEST_CASE("tallies of different numbers of conditions are added") {
    const auto counted = [](int positions, bool both) {
        Tally tally;
        for (int number = 0; number < positions; ++number) {
            tally.begin();
            tally.note(number % 2 == 0, [] { return "even"; });
            if (both) tally.note(number == 1, [] { return "one"; });
        }
        return tally;
    };
    Tally sum = counted(3, false);
    sum.add(counted(5, true));
    sum.add(counted(2, false));
    CHECK(sum.judged() == 10);
    REQUIRE(sum.conditions().size() == 2);
    CHECK(sum.conditions()[0].name == "even");
    CHECK(sum.conditions()[0].met == 2 + 3 + 1);
    CHECK(sum.conditions()[1].name == "one");
    CHECK(sum.conditions()[1].met == 1);
}

}  // namespace octomate::make
