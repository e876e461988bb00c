#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace octomate::tables {

/// What leads where in a class of positions: numbers alone, whatever the game. The nodes are the positions of
/// the class; behind them are the leaves, whose values are known: positions of other classes, and the ends of
/// the game.
struct Successors {
    static constexpr std::size_t most_rolls = 8;
    /// Nodes are kept by so many, so that they can be made side by side.
    static constexpr std::size_t chunk_size = 4096;

    /// How the value of a node comes from those behind its moves.
    enum class Kind : std::uint8_t {
        Over,  ///< no move: the value of its one target, as it is
        One,   ///< one roll: the best of all
        Die,   ///< the mean of the bests of `rolls` groups, an empty one standing for all of them
    };

    struct Chunk {
        std::vector<std::uint32_t> begin;    ///< of each node in `targets`, and the end
        std::vector<std::uint32_t> targets;  ///< nodes, or leaves behind them
        std::vector<Kind> kinds;
        std::vector<std::array<std::uint8_t, most_rolls>> groups;  ///< their sizes
    };

    std::size_t nodes = 0;
    std::size_t first_block = 0;  ///< nodes before it have one side to move, those from it on the other
    unsigned rolls = 1;
    std::vector<Chunk> chunks;
    /// Bounds of the values of the leaves, for their side to move.
    std::vector<double> lower, upper;

    /// How many moves there are, different ones to one position counting once.
    std::uint64_t edges() const {
        std::uint64_t sum = 0;
        for (const Chunk& chunk : chunks) sum += chunk.targets.size();
        return sum;
    }
};

}  // namespace octomate::tables
