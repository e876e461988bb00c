#pragma once

#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "tables/sweeps.hpp"

namespace octomate::tables {

/// Builds a graph of positions by hand; leaf 0 is lost for its side to move, leaf 1 drawn.
class Graph {
  public:
    Graph(std::size_t nodes, unsigned rolls) {
        all_.nodes = all_.first_block = nodes;
        all_.rolls = rolls;
        all_.lower = all_.upper = {-1, 0};
        all_.chunks.resize(1);  // one chunk holds up to Successors::chunk_size nodes
    }

    std::uint32_t lost() const { return static_cast<std::uint32_t>(all_.nodes); }

    /// Marks the nodes added from now on as those with the other side to move.
    void begin_second_block() { all_.first_block = all_.chunks.front().kinds.size(); }

    /// Adds a leaf with these bounds of its value, and returns its number.
    std::uint32_t leaf(double lower, double upper) {
        all_.lower.push_back(lower);
        all_.upper.push_back(upper);
        return static_cast<std::uint32_t>(all_.nodes + all_.lower.size() - 1);
    }

    /// Adds a node with the targets of each roll.
    void add(Successors::Kind kind, const std::vector<std::vector<std::uint32_t>>& groups) {
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

/// Returns a graph in which the side at node 0 can draw, or go round a circle of `nodes` nodes that begins
/// with `dice` dice. It loses a round with probability 8^-dice.
inline Graph costly_circle(std::uint32_t dice, std::uint32_t nodes) {
    using Kind = Successors::Kind;
    Graph graph(nodes, 8);
    const std::uint32_t lost = graph.lost(), drawn = lost + 1;
    graph.add(Kind::One, {{1, drawn}});
    for (std::uint32_t node = 1; node <= dice; ++node) {
        // One face of eight leads to the next die, or from the last die to `lost`; the others to the circle.
        const std::uint32_t back = node % 2 == 1 ? dice + 1 : dice + 2, on = node == dice ? lost : node + 1;
        graph.add(Kind::Die, {{back}, {back}, {back}, {back}, {back}, {back}, {back}, {on}});
    }
    for (std::uint32_t node = dice + 1; node < nodes; ++node)
        graph.add(Kind::One, {{node + 1 == nodes ? 0 : node + 1}});
    return graph;
}

/// Returns a chain of circles of two nodes. From the first node of a circle a side can move to a die: it wins
/// on half of the rolls, and otherwise continues at the first node of the previous circle. The die of the
/// first circle leads to a late loss instead, so all circles are worth less than they seem.
inline Graph chain_of_circles(std::uint32_t circles) {
    using Kind = Successors::Kind;
    constexpr std::uint32_t late = 8;
    Graph graph(3 * circles + 2 + late, 8);
    const std::uint32_t lost = graph.lost(), drawn = lost + 1, won = 3 * circles, later = won + 1,
                        half = later + late;
    for (std::uint32_t circle = 0; circle < circles; ++circle) {
        const std::uint32_t first = 3 * circle, other = first + 1, die = first + 2;
        const std::uint32_t before = circle == 0 ? later : first - 3;
        graph.add(Kind::One, {{other, die}});
        graph.add(Kind::One, {{first, circle == 0 ? half : won}});
        graph.add(Kind::Die, {{won}, {won}, {won}, {won}, {before}, {before}, {before}, {before}});
    }
    graph.add(Kind::One, {{lost}});
    for (std::uint32_t node = later; node < half; ++node)
        graph.add(Kind::One, {{node + 1 == half ? lost : node + 1}});
    graph.add(Kind::Die, {{lost}, {lost}, {lost}, {lost}, {drawn}, {drawn}, {drawn}, {drawn}});
    return graph;
}

/// A path for checkpoints at which no file exists at first; the destructor removes the file.
class CheckpointFile {
  public:
    CheckpointFile() { std::filesystem::remove(path); }
    ~CheckpointFile() { std::filesystem::remove(path); }
    const std::filesystem::path path = std::filesystem::temp_directory_path() /
                                       ("octomate-values-test-" + std::to_string(::getpid()) + ".part");
};

}  // namespace octomate::tables
