#include <catch2/catch.hpp>
#include <limits>
#include <stdexcept>
#include <vector>

#include "core/random.hpp"
#include "make/finds.hpp"
#include "solver/in_order.hpp"

namespace octomate::make {

namespace {

std::vector<std::uint64_t> all_of(Units units) {
    std::vector<std::uint64_t> processed;
    std::uint64_t unit = 0;
    while (units.pop(unit)) processed.push_back(unit);
    return processed;
}

}  // namespace

TEST_CASE("a shard processes the units with its remainder", "[generate]") {
    Random random(1);
    for (int round = 0; round < 500; ++round) {
        Units units;
        units.next = static_cast<std::uint64_t>(random.below(40));
        units.last = static_cast<std::uint64_t>(random.below(60));
        units.shards = static_cast<std::uint64_t>(1 + random.below(7));
        units.shard = static_cast<std::uint64_t>(random.below(static_cast<int>(units.shards)));
        std::vector<std::uint64_t> expected;
        for (std::uint64_t unit = units.next; unit <= units.last; ++unit) {
            if (unit % units.shards == units.shard) expected.push_back(unit);
        }
        CHECK(all_of(units) == expected);
    }
}

TEST_CASE("the last unit is below the greatest number", "[generate]") {
    constexpr auto greatest = std::numeric_limits<std::uint64_t>::max();
    for (std::uint64_t shards = 1; shards <= 5; ++shards) {
        for (std::uint64_t shard = 0; shard < shards; ++shard) {
            Units units;
            units.next = greatest - 10;
            units.shard = shard;
            units.shards = shards;
            for (const std::uint64_t unit : all_of(units)) {
                CHECK(unit % shards == shard);
                CHECK(unit >= greatest - 10);
                CHECK(unit < greatest);
            }
        }
    }
}

/// Returns a function that yields the numbers of all units, for work_in_order.
auto all_units(Units units) {
    return [units](std::uint64_t& unit) mutable { return units.pop(unit); };
}

TEST_CASE("results are processed in order until there are enough", "[generate]") {
    for (const int threads : {1, 2, 5}) {
        std::vector<std::uint64_t> processed;
        solver::work_in_order(
            all_units(Units{.next = 3, .last = 1000, .shard = 1, .shards = 2}), threads,
            [](std::uint64_t unit) {
                UnitResult result;
                result.unit = unit;
                return result;
            },
            [&](UnitResult&& result) {
                processed.push_back(result.unit);
                return processed.size() < 50;
            });
        REQUIRE(processed.size() == 50);
        for (std::size_t at = 0; at < processed.size(); ++at) CHECK(processed[at] == 3 + 2 * at);
    }
}

TEST_CASE("an error in a result ends the run and is reported", "[generate]") {
    const auto make = [](std::uint64_t unit) {
        UnitResult result;
        result.unit = unit;
        return result;
    };
    const auto fail_to_write = [](UnitResult&& result) -> bool {
        if (result.unit == 20) throw std::runtime_error("full");
        return true;
    };
    CHECK_THROWS_WITH(solver::work_in_order(all_units(Units{}), 3, make, fail_to_write), "full");

    const auto fail = [](std::uint64_t unit) -> UnitResult {
        if (unit >= 20) throw std::runtime_error(std::to_string(unit));
        return {};
    };
    int processed = 0;
    const auto count = [&](UnitResult&&) { return ++processed > 0; };
    CHECK_THROWS_WITH(solver::work_in_order(all_units(Units{}), 3, fail, count), "20");
    CHECK(processed == 20);
}

}  // namespace octomate::make
