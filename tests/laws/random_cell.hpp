#pragma once

#include "laws/corpus.hpp"

namespace octomate::laws {

/// Draws a random position of an endgame table's material: cells that hold no position are skipped.
template <class Cells>
auto random_position(const Cells& cells, Random& random) {
    while (true) {
        if (const auto position = cells.at(random.below(cells.size()))) return *position;
    }
}

}  // namespace octomate::laws
