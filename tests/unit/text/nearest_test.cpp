#include <catch2/catch.hpp>

#include "text/text.hpp"

namespace octomate {

TEST_CASE("the name nearest to a misspelt word is found") {
    const std::vector<std::string> names = {"solve", "moves", "mate", "merge", "generate"};
    CHECK(nearest("slove", names) == "solve");
    CHECK(nearest("sove", names) == "solve");
    CHECK(nearest("solvee", names) == "solve");
    CHECK(nearest("salve", names) == "solve");
    CHECK(nearest("mvoes", names) == "moves");
    CHECK(nearest("genrate", names) == "generate");
    CHECK(nearest("genreat", names) == "generate");
    CHECK(nearest("mate", names) == "mate");
    CHECK(nearest("mare", names) == "mate");
}

TEST_CASE("a word unlike any name has no nearest name") {
    const std::vector<std::string> names = {"solve", "moves", "mate"};
    CHECK_FALSE(nearest("puzzles", names));
    CHECK_FALSE(nearest("", names));
    CHECK_FALSE(nearest("xy", names));
    CHECK_FALSE(nearest(std::string(100, 's'), names));
    CHECK_FALSE(nearest("solve", {}));
}

}  // namespace octomate
