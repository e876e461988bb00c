#include <catch2/catch.hpp>
#include <cmath>
#include <filesystem>
#include <set>
#include <string>

#include "console/console.hpp"
#include "games/superpermutation/rules/material.hpp"
#include "tables/graph_of.hpp"
#include "tables/sweeps.hpp"
#include "unit/tables/graph.hpp"

namespace octomate::tables {

namespace {

using Kind = Successors::Kind;

/// Returns a graph in which nodes 0 and 1 lead to each other. The side at node 0 can leave for 1/4, the other
/// side at node 1 for giving it 1/2. Any value from 1/4 to 1/2 would be consistent within the circle, but the
/// first side can force only 1/4.
Graph circle() {
    Graph graph(5, 8);
    const std::uint32_t lost = graph.lost(), drawn = lost + 1;
    graph.add(Kind::One, {{1, 2}});
    graph.add(Kind::One, {{0, 3}});
    // Two dice, worth -1/4 and 1/2 to their side to move, and a node at which its side wins at once.
    graph.add(Kind::Die, {{drawn}, {drawn}, {drawn}, {drawn}, {drawn}, {drawn}, {4}, {4}});
    graph.add(Kind::Die, {{lost}, {lost}, {lost}, {lost}, {drawn}, {drawn}, {drawn}, {drawn}});
    graph.add(Kind::One, {{lost}});
    return graph;
}

/// Returns a graph in which a value looks better than it is. The side at node 0 continues to node 1, or risks
/// everything on a die, where a bad roll loses late; the other side goes back from node 1, or gives it 1/2.
/// While the loss is out of sight, the die also looks worth 1/2, and that value persists in the circle; but
/// the side cannot realize it, and the value of node 0 is 0.
Graph overvalued_circle() {
    constexpr std::uint32_t won = 4, late = 5, nodes = 13;
    Graph graph(nodes, 8);
    const std::uint32_t lost = graph.lost(), drawn = lost + 1;
    graph.add(Kind::One, {{1, 3}});
    graph.add(Kind::One, {{0, 2}});
    graph.add(Kind::Die, {{lost}, {lost}, {lost}, {lost}, {drawn}, {drawn}, {drawn}, {drawn}});
    graph.add(Kind::Die, {{won}, {won}, {won}, {won}, {late}, {late}, {late}, {late}});
    graph.add(Kind::One, {{lost}});
    for (std::uint32_t node = late; node < nodes; ++node)
        graph.add(Kind::One, {{node + 1 == nodes ? lost : node + 1}});
    return graph;
}

/// Returns a graph in which a chain of moves leads to node 0, which chooses between two leaves: one has the
/// value 1/2, the bounds of the other are 1/2 and 0.9. No bounds prove that the second leaf is worse.
Graph way_to_a_choice() {
    constexpr std::uint32_t nodes = 8;
    Graph graph(nodes, 1);
    graph.add(Kind::One, {{graph.leaf(0.5, 0.5), graph.leaf(0.5, 0.9)}});
    for (std::uint32_t node = 1; node < nodes; ++node) graph.add(Kind::One, {{node - 1}});
    return graph;
}

void check_bounds(const Values& values, std::size_t node, double expected) {
    const double unit = std::ldexp(1.0, -values.bits);
    INFO("node " << node << ", expected " << expected);
    CHECK(static_cast<double>(values.lower[node]) * unit <= expected + 1e-15);
    CHECK(static_cast<double>(values.upper[node]) * unit >= expected - 1e-15);
    CHECK(static_cast<double>(values.upper[node] - values.lower[node]) * unit < 1e-9);
}

}  // namespace

TEST_CASE("consistent bounds that rely on an endless game prove nothing", "[tables]") {
    Graph graph = circle();
    const Successors& successors = graph.done();
    for (const std::int64_t sixteenths : {3, 4, 5, 6, 8, 9}) {
        CAPTURE(sixteenths);
        Values values;
        values.bits = 4;
        values.lower = values.upper = {sixteenths, -sixteenths, -4, 8, 16};
        CHECK((violations(successors, values) == 0) == (sixteenths >= 4 && sixteenths <= 8));
        CHECK((endless(successors, values) == 0) == (sixteenths <= 4));
    }
    CHECK(endless(successors, values_of(successors, {}).value()) == 0);
}

TEST_CASE("the value of a game that may last long is computed and proven", "[tables]") {
    // One of the three rolls wins, one loses, and after one the game continues at node 0 with a move of the
    // other side.
    Graph graph(3, 3);
    const std::uint32_t lost = graph.lost();
    graph.add(Kind::Die, {{lost}, {2}, {1}});
    graph.add(Kind::One, {{0}});
    graph.add(Kind::One, {{lost}});
    const Values values = values_of(graph.done(), {}).value();
    CHECK(values.proof == Values::Proof::Drift);
    check_bounds(values, 0, 0);
    check_bounds(values, 2, 1);
    CHECK(violations(graph.done(), values) == 0);
}

TEST_CASE("a roll without moves is free, and the best of all moves counts", "[tables]") {
    Graph graph(2, 4);
    const std::uint32_t lost = graph.lost(), drawn = lost + 1;
    graph.add(Kind::Die, {{drawn}, {}, {drawn, lost}, {1}});
    graph.add(Kind::Over, {{drawn}});
    const Values values = values_of(graph.done(), {}).value();
    check_bounds(values, 0, 0.5);
    check_bounds(values, 1, 0);
}

TEST_CASE("all values are exactly 0 if neither side can win, even if games never end", "[tables]") {
    Graph graph(2, 1);
    graph.add(Kind::One, {{1}});
    graph.add(Kind::One, {{0, graph.lost() + 1}});
    const Values values = values_of(graph.done(), {}).value();
    CHECK(values.proof == Values::Proof::Nothing);
    CHECK(values.lower == std::vector<std::int64_t>{0, 0});
    CHECK(values.upper == std::vector<std::int64_t>{0, 0});
}

TEST_CASE("a game that both sides should continue forever has the value 0", "[tables]") {
    // Either side may continue, or end the game and lose.
    Graph graph(3, 1);
    const std::uint32_t lost = graph.lost();
    graph.add(Kind::One, {{1, 2}});
    graph.add(Kind::One, {{0, 2}});
    graph.add(Kind::One, {{lost}});
    const Values values = values_of(graph.done(), {}).value();
    CHECK(values.proof == Values::Proof::Drift);
    check_bounds(values, 0, 0);
    check_bounds(values, 1, 0);
    CHECK(violations(graph.done(), values) == 0);
}

TEST_CASE("a win that needs the opponent's help does not count", "[tables]") {
    Graph graph = circle();
    const Values values = values_of(graph.done(), {}).value();
    CHECK(values.proof == Values::Proof::Drift);
    check_bounds(values, 0, 0.25);
    check_bounds(values, 1, -0.25);
    CHECK(violations(graph.done(), values) == 0);
}

TEST_CASE("a value that looks better in early iterations is corrected", "[tables]") {
    Graph graph = overvalued_circle();
    const Values values = values_of(graph.done(), {}).value();
    CHECK(values.proof == Values::Proof::Drift);
    check_bounds(values, 0, 0);
    check_bounds(values, 1, 0);
    CHECK(violations(graph.done(), values) == 0);
}

TEST_CASE("a side that can delay for long at a price does not prevent the proof", "[tables]") {
    Graph graph = costly_circle(7, 40);
    const Values values = values_of(graph.done(), {}).value();
    CHECK(values.proof == Values::Proof::Drift);
    check_bounds(values, 0, 0);
    CHECK(violations(graph.done(), values) == 0);
}

TEST_CASE("plain iteration has the same result with more work", "[tables]") {
    Graph graph(3, 8);
    const std::uint32_t lost = graph.lost();
    graph.add(Kind::Die, {{lost}, {1}, {1}, {1}, {1}, {1}, {2}, {1}});
    graph.add(Kind::Die, {{0}, {0}, {0}, {0}, {0}, {0}, {0}, {0}});
    graph.add(Kind::One, {{lost}});
    const Values fast = values_of(graph.done(), {}).value();
    const Values plain = plain_values(graph.done(), 1e-12, 5000);
    check_bounds(fast, 0, 0);
    check_bounds(plain, 0, 0);
    CHECK(plain.evaluations > 5 * fast.evaluations);
}

TEST_CASE("without chance the plies to mate are counted: the winner hurries, the loser delays", "[tables]") {
    // Node 0 wins at once or via node 1, which only leads back; node 3 can draw; node 4 loses in 2 or 4
    // plies.
    Graph graph(5, 1);
    const std::uint32_t lost = graph.lost(), drawn = lost + 1;
    graph.add(Kind::One, {{lost, 1}});
    graph.add(Kind::One, {{0}});
    graph.add(Kind::One, {{1}});
    graph.add(Kind::One, {{2, drawn}});
    graph.add(Kind::One, {{0, 2}});
    const Values values = mates_of(graph.done(), {}).value();
    const std::int64_t whole = std::int64_t{1} << mate_bits;
    CHECK(values.lower == std::vector<std::int64_t>{whole - 1, 2 - whole, whole - 3, 0, 4 - whole});
    CHECK(values.upper == values.lower);
    CHECK(plies_of(values.lower[4]) == 4);
    CHECK(mate_violations(graph.done(), values) == 0);
    Values wrong = values;
    wrong.lower[4] = wrong.upper[4] = 2 - whole;
    CHECK(mate_violations(graph.done(), wrong) == 1);
    wrong = values;
    wrong.upper[4] = 0;
    CHECK(mate_violations(graph.done(), wrong) == 1);
}

namespace {

/// A member of a team, to test which part of a list it works on. The other members are not run.
class Member : public Team {
  public:
    Member(std::size_t rank, std::size_t size) : rank_(rank), size_(size) {}
    std::size_t rank() const override { return rank_; }
    std::size_t size() const override { return size_; }

  private:
    std::size_t rank_, size_;
};

/// Returns a ring of `nodes` nodes, each of which leads to the next node or to the end of the game.
const Successors& ring(Graph& graph, std::uint32_t nodes) {
    for (std::uint32_t node = 0; node < nodes; ++node)
        graph.add(Kind::Die, {{graph.lost() + node % 2}, {(node + 1) % nodes}});
    return graph.done();
}

}  // namespace

TEST_CASE("leaves that no move reaches are removed", "[tables]") {
    Graph graph(1, 1);
    constexpr std::uint32_t drawn = 2, first = 3;  // indices of the leaves for draws and for other values
    graph.add(Kind::One, {{first + 5, drawn, first + 2, first + 5}});
    Successors successors = graph.done();
    CHECK(renumber_leaves(successors, 7) == std::vector<std::uint32_t>{2, 5});
    CHECK(successors.chunks.front().targets ==
          std::vector<std::uint32_t>{first + 1, drawn, first, first + 1});
}

TEST_CASE("the parts of a team cover a list exactly once", "[tables]") {
    for (const std::size_t numbers : {0u, 1u, 8192u, 8193u, 100'000u}) {
        for (const std::size_t size : {1u, 2u, 3u, 7u}) {
            std::size_t next = 0;
            for (std::size_t rank = 0; rank < size; ++rank) {
                const auto [begin, end] = Member(rank, size).own(numbers);
                CHECK(begin == next);
                CHECK(begin <= end);
                next = end;
            }
            CHECK(next == numbers);
        }
    }
    Graph graph(40, 2);
    const Member none(0, 2);
    CHECK(Sweeps(ring(graph, 40), none).greatest([](std::size_t, const Successors::Chunk&, std::size_t) {
        return 1.0;
    }) == 0);
}

TEST_CASE("a member of a team finds the successors of its part, equal to those found alone", "[tables]") {
    using Position = superpermutation::D8Position;
    const auto material = superpermutation::Material::named("KNK").value();
    const DenseCells positions = positions_of<Position>(Position::Cells(material));
    const auto part_of = [&](const Team& team) {
        return find_successors<Position>(material, positions, team,
                                         [](const Position&) { return std::uint32_t{0}; });
    };
    const Member last(99, 100), before(98, 100);
    const Successors own = part_of(last), others = part_of(before);
    CHECK(own.first_block == others.first_block);
    std::size_t found = 0;
    for (std::size_t number = 0; number < own.chunks.size(); ++number) {
        const auto &one = own.chunks[number], &other = others.chunks[number];
        found += one.begin.empty() ? 0 : 1;
        if (!one.begin.empty() && !other.begin.empty()) CHECK(one.targets == other.targets);
    }
    CHECK(found > 0);
    CHECK(found < own.chunks.size() / 2);
}

namespace {

/// Interrupts the computation at each check in turn and resumes it: `find` must return the values of an
/// uninterrupted computation. Returns the stages that were resumed.
template <class Find>
std::set<std::string> resumed_stages(const Successors& successors, Checkpoint::Pace pace, Find find) {
    const CheckpointFile file;
    const Values whole = find(successors, ValueOptions()).value();
    std::set<std::string> stages;
    for (int allowed_checks = 0;; ++allowed_checks) {
        std::filesystem::remove(file.path);
        Checkpoint checkpoint(file.path, pace);
        ValueOptions options;
        options.checkpoint = &checkpoint;
        int checks = 0;
        options.stop = [&] { return ++checks > allowed_checks; };
        if (find(successors, options)) return stages;
        const auto stage = checkpoint.read().stage;
        stages.insert(stage);
        options.stop = [] { return false; };
        const Values resumed = find(successors, options).value();
        INFO("stopped at chance " << allowed_checks << ", in stage " << stage);
        REQUIRE(resumed.proof == whole.proof);
        REQUIRE(resumed.lower == whole.lower);
        REQUIRE(resumed.upper == whole.upper);
        REQUIRE(resumed.evaluations == whole.evaluations);
    }
}

}  // namespace

TEST_CASE("a computation interrupted anywhere is resumed to the same values, after as many evaluated moves",
          "[tables]") {
    using Stages = std::set<std::string>;
    Graph around = overvalued_circle(), slow = costly_circle(7, 40), parts(4096, 2), mates(40, 1);
    // An interruption writes a checkpoint even if none is due.
    for (const auto pace : {Checkpoint::Pace::Always, Checkpoint::Pace::Seldom}) {
        const auto stages_of = [&](const Successors& successors) {
            return resumed_stages(successors, pace, values_of);
        };
        CHECK(stages_of(around.done()) == Stages{"values", "settling 0", "proof"});
        CHECK(stages_of(slow.done()) == Stages{"values", "proof"});
    }
    CHECK(resumed_stages(ring(parts, 4096), Checkpoint::Pace::Always, values_of) ==
          Stages{"values", "proof"});
    Graph tower = chain_of_circles(2);
    CHECK(resumed_stages(tower.done(), Checkpoint::Pace::Always, values_of) ==
          Stages{"values", "settling 0", "settling 1", "proof"});
    Graph unproven = way_to_a_choice();
    CHECK(resumed_stages(unproven.done(), Checkpoint::Pace::Always, values_of) ==
          Stages{"values", "proof", "ends"});
    for (std::uint32_t node = 0; node < 40; ++node)
        mates.add(Kind::One, {{node == 0 ? mates.lost() : node - 1}});
    CHECK(resumed_stages(mates.done(), Checkpoint::Pace::Seldom, mates_of) == Stages{"mates"});
}

TEST_CASE("a checkpoint of other work is not resumed", "[tables]") {
    const CheckpointFile file;
    Graph graph = circle();
    Checkpoint checkpoint(file.path);
    ValueOptions options;
    options.checkpoint = &checkpoint;
    const Successors& successors = graph.done();
    const std::vector<double> some(4), all(successors.nodes);
    for (const Checkpoint::State& state : {Checkpoint::State{"values", 0, 2, 7, {}, some},
                                           {"proof", 0, 2, 7, some, all},
                                           {"proof", 0, 2, 7, all, some},
                                           {"ends", 0, 2, 7, {}, all}}) {
        checkpoint.write(state);
        CHECK_THROWS_AS(values_of(successors, options), EnvironmentError);
    }
    checkpoint.write({"mates", 0, 2, 7, {}, some});
    CHECK_THROWS_AS(mates_of(successors, options), EnvironmentError);
}

}  // namespace octomate::tables
