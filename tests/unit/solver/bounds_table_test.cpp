#include "solver/bounds_table.hpp"

#include <catch2/catch.hpp>

#include "core/random.hpp"

namespace octomate::solver {

namespace {

PositionKey key(std::uint64_t number) { return {mix(number), mix(~number)}; }

}  // namespace

TEST_CASE("a table returns what was stored for a position at its depth, and nothing else") {
    BoundsTable table(1 << 12);
    CHECK_FALSE(table.find(key(1), 4));
    table.store(key(1), 4, {3, 9});
    CHECK(table.find(key(1), 4) == Interval{3, 9});
    CHECK_FALSE(table.find(key(1), 3));
    CHECK_FALSE(table.find(key(2), 4));
    table.store(key(1), 4, {5, 5});
    CHECK(table.find(key(1), 4) == Interval{5, 5});
}

TEST_CASE("of the two entries of a slot the deepest is kept, and the newest is stored") {
    BoundsTable table(2 * 32);  // one slot
    table.store(key(1), 9, {1, 2});
    for (std::uint64_t number = 2; number < 50; ++number) {
        table.store(key(number), 3, {number, number});
        REQUIRE(table.find(key(1), 9) == Interval{1, 2});
        REQUIRE(table.find(key(number), 3) == Interval{number, number});
        REQUIRE_FALSE(table.find(key(number - 1), 3));
    }
    table.store(key(50), 9, {7, 7});  // as deep as entry 1, and newer
    CHECK_FALSE(table.find(key(1), 9));
    CHECK(table.find(key(50), 9) == Interval{7, 7});
}

TEST_CASE("a table that is too small for an entry stores nothing") {
    BoundsTable table(32);
    table.store(key(1), 1, {1, 1});
    CHECK_FALSE(table.find(key(1), 1));
    table.clear();
}

}  // namespace octomate::solver
