// Tests Expected, which holds a value or an error.
#include <catch2/catch.hpp>
#include <string>

#include "core/fault.hpp"

using namespace octomate;

TEST_CASE("reading a missing value throws, in every build", "[core]") {
    using Number = Expected<int, std::string>;
    const Number good = 7;
    CHECK(good.value() == 7);
    CHECK(*good == 7);
    CHECK_THROWS_AS(good.error(), BadExpected);

    Number bad = Unexpected{std::string("no number")};
    CHECK(bad.error() == "no number");
    CHECK_THROWS_AS(bad.value(), BadExpected);
    CHECK_THROWS_AS(*bad, BadExpected);
    CHECK_THROWS_AS((Expected<std::string, int>(Unexpected{1})->size()), BadExpected);
}

TEST_CASE("success without a value is true", "[core]") {
    using Done = Expected<void, std::string>;
    CHECK(Done());
    CHECK_THROWS_AS(Done().error(), BadExpected);
    const Done failed = Unexpected{std::string("no room")};
    CHECK_FALSE(failed);
    CHECK(failed.error() == "no room");
}
