#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace octomate::tables {

/// The moves of a class of positions as numbers, whatever the game. The nodes are the positions of the
/// class; behind them are the leaves, whose values are known: positions of other classes, and the ends of
/// the game.
struct Successors {
    static constexpr std::size_t most_rolls = 8;
    /// Nodes are stored in chunks of this size, which are made in parallel.
    static constexpr std::size_t chunk_size = 4096;

    /// How the value of a node comes from those behind its moves.
    enum class Kind : std::uint8_t {
        Over,  ///< no move: the value of its one target
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
};

}  // namespace octomate::tables
