#include <catch2/catch.hpp>

#include "draw/svg.hpp"
#include "text/text.hpp"

namespace octomate::draw {

TEST_CASE("coordinates have at most one decimal and no minus before zero", "[render]") {
    CHECK(number(12) == "12");
    CHECK(number(12.34) == "12.3");
    CHECK(number(-0.04) == "0");
    CHECK(number(-7.96) == "-8");
}

TEST_CASE("an arrow is a polygon that ends in its tip", "[render]") {
    CHECK(arrow_path({0, 0}, {100, 0}, {.shaft = 6, .head_length = 15, .head_breadth = 18}) ==
          "M0 -3L85 -3L85 -9L100 0L85 9L85 3L0 3Z");
    CHECK(arrow_path({0, 0}, {0, 10}, {.shaft = 2, .head_length = 15, .head_breadth = 6}) ==
          "M1 0L1 4L3 4L0 10L-3 4L-1 4L-1 0Z");  // a short arrow has a short head
}

TEST_CASE("an arc curves to its left", "[render]") {
    CHECK(arc_path({0, 0}, {0, -40}, 5) == "M0 0Q-10 -20 0 -40");
    CHECK(arc_path({0, 0}, {0, -40}, -5) == "M0 0Q10 -20 0 -40");
    CHECK(arc_head_path({0, 0}, {0, -40}, 0, 8, 6) == "M-3 -32L0 -40L3 -32Z");
}

TEST_CASE("`towards` and `beside` return points along and beside a line", "[render]") {
    CHECK(towards({0, 0}, {100, 0}, 12) == Point{12, 0});
    CHECK(towards({0, 0}, {20, 0}, 12) == Point{5, 0});  // 12 is cut to a quarter of the distance
    CHECK(beside({0, 0}, {50, 0}, 7) == Point{0, -7});
}

TEST_CASE("lists of words are joined with commas and \"and\"", "[render]") {
    CHECK(enumerate({}).empty());
    CHECK(enumerate({"3"}) == "3");
    CHECK(enumerate({"3", "4"}, " or ") == "3 or 4");
    CHECK(enumerate({"3", "4", "5"}) == "3, 4 and 5");
    CHECK(enumerate({"3", "4", "5"}, ", ") == "3, 4, 5");
}

TEST_CASE("digits are grouped in threes", "[render]") {
    CHECK(grouped(0) == "0");
    CHECK(grouped(999) == "999");
    CHECK(grouped(1000) == "1,000");
    CHECK(grouped(12345678) == "12,345,678");
}

}  // namespace octomate::draw
