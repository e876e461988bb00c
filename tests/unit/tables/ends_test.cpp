// Endgame classes whose bounds cannot be proven by drift: their games are cut off after a number of plies
// instead.
#include <catch2/catch.hpp>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "tables/sweeps.hpp"
#include "unit/tables/graph.hpp"

namespace octomate::tables {

namespace {

using Kind = Successors::Kind;

/// Checks that the proven bounds of a node contain `value`.
bool contains_value(const Values& values, std::size_t node, double value) {
    const double unit = std::ldexp(1.0, -values.bits);
    return static_cast<double>(values.lower[node]) * unit <= value + 1e-12 &&
           static_cast<double>(values.upper[node]) * unit >= value - 1e-12;
}

/// Returns a graph with a choice of uncertain value. The side to move at node 0 can go to a leaf worth 1/2 to
/// the other side, or to one worth 0.3 to 0.9 to the other side. The other side has the same choice at node
/// 1, and node 2 is lost.
Graph uncertain_choice() {
    Graph graph(3, 1);
    const std::uint32_t narrow = graph.leaf(0.5, 0.5), wide = graph.leaf(0.3, 0.9);
    graph.add(Kind::One, {{narrow, wide}});
    graph.begin_second_block();
    graph.add(Kind::One, {{narrow, wide}});
    graph.add(Kind::Over, {{graph.lost()}});
    return graph;
}

/// Returns a graph whose values look good for a long time. From node 0 a side goes round a long circle, or
/// risks everything on a die; a bad roll loses only after more plies than the circle has. The other side
/// continues round the circle from node 1, or leaves it for a value of 1/2.
Graph long_overvalued_circle() {
    constexpr std::uint32_t length = 600, late = 700;
    constexpr std::uint32_t die = length, half = die + 1, won = die + 2, later = die + 3,
                            nodes = later + late;
    Graph graph(nodes, 8);
    const std::uint32_t lost = graph.lost(), drawn = lost + 1;
    graph.add(Kind::One, {{1, die}});
    graph.add(Kind::One, {{2, half}});
    for (std::uint32_t node = 2; node < length; ++node)
        graph.add(Kind::One, {{node + 1 == length ? 0 : node + 1}});
    graph.add(Kind::Die, {{won}, {won}, {won}, {won}, {won}, {later}, {later}, {later}});
    graph.add(Kind::Die, {{lost}, {lost}, {lost}, {lost}, {drawn}, {drawn}, {drawn}, {drawn}});
    graph.add(Kind::One, {{lost}});
    for (std::uint32_t node = later; node < nodes; ++node)
        graph.add(Kind::One, {{node + 1 == nodes ? lost : node + 1}});
    return graph;
}

/// Returns a circle of nodes that one side can leave at node 0 for a value of 1/3, and the other side cannot
/// leave.
Graph circle_left_by_one_side(std::uint32_t length) {
    Graph graph(length + 2, 3);
    const std::uint32_t lost = graph.lost(), drawn = lost + 1;
    graph.add(Kind::One, {{1, length}});
    for (std::uint32_t node = 1; node < length; ++node)
        graph.add(Kind::One, {{node + 1 == length ? 0 : node + 1}});
    graph.add(Kind::Die, {{drawn}, {drawn}, {length + 1}});
    graph.add(Kind::One, {{lost}});
    return graph;
}

}  // namespace

TEST_CASE("a circle whose value settles only after many iterations is proven", "[tables]") {
    Graph graph = long_overvalued_circle();
    const Values values = values_of(graph.done(), {}).value();
    CHECK(values.proof == Values::Proof::Drift);
    for (const std::size_t node : {0U, 2U, 300U}) CHECK(contains_value(values, node, 0.25));
    CHECK(violations(graph.done(), values) == 0);
}

TEST_CASE("in a long circle rounding widens the bounds, which may prevent a proof", "[tables]") {
    for (const std::uint32_t length : {60U, 700U}) {
        CAPTURE(length);
        Graph graph = circle_left_by_one_side(length);
        const Values values = values_of(graph.done(), {}).value();
        CHECK(values.proof == (length == 60 ? Values::Proof::Drift : Values::Proof::Ends));
        for (const std::size_t node : {0U, 2U, 50U}) CHECK(contains_value(values, node, 1 / 3.0));
        CHECK(violations(graph.done(), values) == 0);
    }
}

TEST_CASE("bounds stay wide if a move may be worse than the best, which is not certain", "[tables]") {
    Graph graph = uncertain_choice();
    const Values values = values_of(graph.done(), {}).value();
    CHECK(values.proof == Values::Proof::Ends);
    CHECK(contains_value(values, 0, -0.5));
    CHECK(contains_value(values, 0, -0.3));
    CHECK_FALSE(contains_value(values, 0, -0.51));
    CHECK_FALSE(contains_value(values, 0, -0.29));
    CHECK(violations(graph.done(), values) == 0);
}

TEST_CASE("cutting off games is resumed after an interruption", "[tables]") {
    const CheckpointFile file;
    Graph graph = uncertain_choice();
    int checks = 0, allowed_checks = 1000;
    Checkpoint checkpoint(file.path, Checkpoint::Pace::Always);
    ValueOptions options;
    options.stop = [&] { return ++checks > allowed_checks; };
    const Values whole = values_of(graph.done(), options).value();
    options.checkpoint = &checkpoint;
    allowed_checks = checks - 20;
    checks = 0;
    REQUIRE_FALSE(values_of(graph.done(), options));
    const Checkpoint::State state = checkpoint.read();
    CHECK(state.stage == "ends");
    CHECK(state.step > 0);
    allowed_checks = 1000;
    const Values resumed = values_of(graph.done(), options).value();
    CHECK(resumed.lower == whole.lower);
    CHECK(resumed.upper == whole.upper);
    CHECK(resumed.evaluations == whole.evaluations);
}

TEST_CASE("games too long for a proof have wide, but correct bounds", "[tables]") {
    // With 10 dice the delays have not converged after all sweeps; with 11 they diverge.
    for (const std::uint32_t dice : {10U, 11U}) {
        CAPTURE(dice);
        Graph graph = costly_circle(dice, 60);
        const Values values = values_of(graph.done(), {}).value();
        CHECK(values.proof == Values::Proof::Ends);
        CHECK(values.lower[0] == 0);
        CHECK(contains_value(values, 0, 0));
        CHECK(violations(graph.done(), values) == 0);
    }
}

TEST_CASE("circles that depend on each other over too many rounds have correct bounds", "[tables]") {
    for (const std::uint32_t circles : {2U, 20U}) {
        CAPTURE(circles);
        Graph graph = chain_of_circles(circles);
        const Values values = values_of(graph.done(), {}).value();
        CHECK(values.proof == (circles == 2 ? Values::Proof::Drift : Values::Proof::Ends));
        for (std::uint32_t circle = 0; circle < circles; ++circle)
            CHECK(contains_value(values, std::size_t{3} * circle,
                                 1 - std::ldexp(1.0, -static_cast<int>(circle))));
        CHECK(violations(graph.done(), values) == 0);
    }
}

TEST_CASE("a class of drawn games has bounds even if leaves are inexact", "[tables]") {
    Graph graph(2, 1);
    const std::uint32_t nearly = graph.leaf(-0x1p-40, 0x1p-40);
    graph.add(Kind::One, {{1}});
    graph.add(Kind::One, {{0, nearly}});
    const Values values = values_of(graph.done(), {}).value();
    CHECK(contains_value(values, 0, 0));
    CHECK(contains_value(values, 1, 0));
    CHECK(violations(graph.done(), values) == 0);
}

TEST_CASE("violations are counted for either bound", "[tables]") {
    Graph graph(3, 1);
    const std::uint32_t lost = graph.lost();
    graph.add(Kind::One, {{1, 2}});
    graph.add(Kind::One, {{0, 2}});
    graph.add(Kind::Over, {{lost}});
    Values values = values_of(graph.done(), {}).value();
    const Values good = values;
    REQUIRE(violations(graph.done(), values) == 0);
    const std::int64_t one = std::int64_t{1} << values.bits;
    values.lower[2] = 0;
    CHECK(violations(graph.done(), values) > 0);
    values = good;
    values.upper[2] = -one - 1;
    CHECK(violations(graph.done(), values) > 0);
    Graph circle(2, 1);
    circle.add(Kind::One, {{1}});
    circle.add(Kind::One, {{0}});
    values.lower = {1, 0};
    values.upper = {0, -1};
    CHECK(violations(circle.done(), values) == 2);
}

}  // namespace octomate::tables
