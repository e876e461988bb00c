#include "tables/values.hpp"

#include <catch2/catch.hpp>
#include <cmath>

namespace octomate::tables {

namespace {

using Kind = Successors::Kind;

/// Successors made by hand; leaf 0 is lost for its side to move, leaf 1 drawn.
class Graph {
  public:
    Graph(std::size_t nodes, unsigned rolls) {
        all_.nodes = all_.first_block = nodes;
        all_.rolls = rolls;
        all_.lower = all_.upper = {-1, 0};
        all_.chunks.resize(1);
    }

    std::uint32_t lost() const { return static_cast<std::uint32_t>(all_.nodes); }

    /// The next node: the targets of each roll.
    void add(Kind kind, const std::vector<std::vector<std::uint32_t>>& groups) {
        Successors::Chunk& chunk = all_.chunks.front();
        chunk.begin.push_back(static_cast<std::uint32_t>(chunk.targets.size()));
        chunk.kinds.push_back(kind);
        auto& sizes = chunk.groups.emplace_back();
        for (std::size_t roll = 0; roll < groups.size(); ++roll) {
            sizes[roll] = static_cast<std::uint8_t>(groups[roll].size());
            chunk.targets.insert(chunk.targets.end(), groups[roll].begin(), groups[roll].end());
        }
    }

    const Successors& done() {
        all_.chunks.front().begin.push_back(static_cast<std::uint32_t>(all_.chunks.front().targets.size()));
        return all_;
    }

  private:
    Successors all_;
};

void check_bounds(const Values& values, std::size_t node, double expected) {
    const double unit = std::ldexp(1.0, -values.bits);
    INFO("node " << node << ", expected " << expected);
    CHECK(static_cast<double>(values.lower[node]) * unit <= expected + 1e-15);
    CHECK(static_cast<double>(values.upper[node]) * unit >= expected - 1e-15);
    CHECK(static_cast<double>(values.upper[node] - values.lower[node]) * unit < 1e-9);
}

}  // namespace

TEST_CASE("the value of a game that may go on for long is worked out and proven", "[tables]") {
    // On one roll of three the first side wins, on one it loses, on one the other side moves and gives back.
    Graph graph(3, 3);
    const std::uint32_t lost = graph.lost();
    graph.add(Kind::Die, {{lost}, {2}, {1}});
    graph.add(Kind::One, {{0}});
    graph.add(Kind::One, {{lost}});
    const Values values = values_of(graph.done(), {});
    CHECK(values.proof == Values::Proof::Drift);
    check_bounds(values, 0, 0);
    check_bounds(values, 2, 1);
    CHECK(violations(graph.done(), values) == 0);
}

TEST_CASE("an empty roll leaves the move free, and the best of all is taken", "[tables]") {
    Graph graph(2, 4);
    const std::uint32_t lost = graph.lost(), drawn = lost + 1;
    graph.add(Kind::Die, {{drawn}, {}, {drawn, lost}, {1}});
    graph.add(Kind::Over, {{drawn}});
    const Values values = values_of(graph.done(), {});
    check_bounds(values, 0, 0.5);
    check_bounds(values, 1, 0);
}

TEST_CASE("where nobody can win, all is exactly nothing, and delays need no end", "[tables]") {
    Graph graph(2, 1);
    graph.add(Kind::One, {{1}});
    graph.add(Kind::One, {{0, graph.lost() + 1}});
    const Values values = values_of(graph.done(), {});
    CHECK(values.proof == Values::Proof::Nothing);
    CHECK(values.lower == std::vector<std::int64_t>{0, 0});
    CHECK(values.upper == std::vector<std::int64_t>{0, 0});
}

TEST_CASE("where a side can delay for ever, the bounds stay apart, and say so", "[tables]") {
    // Either side may end the game, lost for it, or go on.
    Graph graph(3, 1);
    const std::uint32_t lost = graph.lost();
    graph.add(Kind::One, {{1, 2}});
    graph.add(Kind::One, {{0, 2}});
    graph.add(Kind::One, {{lost}});
    const Values values = values_of(graph.done(), {});
    CHECK(values.proof == Values::Proof::Ends);
    CHECK(values.lower[0] <= 0);
    CHECK(values.upper[0] >= 0);
    CHECK(violations(graph.done(), values) == 0);
}

TEST_CASE("plain iteration comes to the same with more work", "[tables]") {
    Graph graph(3, 8);
    const std::uint32_t lost = graph.lost();
    graph.add(Kind::Die, {{lost}, {1}, {1}, {1}, {1}, {1}, {2}, {1}});
    graph.add(Kind::Die, {{0}, {0}, {0}, {0}, {0}, {0}, {0}, {0}});
    graph.add(Kind::One, {{lost}});
    const Values fast = values_of(graph.done(), {});
    const Values plain = plain_values(graph.done(), 1e-12, 5000);
    check_bounds(fast, 0, 0);
    check_bounds(plain, 0, 0);
    CHECK(plain.evaluations > 5 * fast.evaluations);
}

}  // namespace octomate::tables
