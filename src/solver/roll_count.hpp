#pragma once

#include <cstdint>

namespace octomate::solver {

/// How perft counts at the die.
enum class RollCount : std::uint8_t {
    None,  ///< every legal move once, whatever roll it needs
    Sum,   ///< at each ply, summed over all outcomes of chance: a free move counts on every face that leaves
           ///< it free
};

}  // namespace octomate::solver
