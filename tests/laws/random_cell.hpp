#pragma once

#include "laws/corpus.hpp"

namespace octomate::laws {

/// A position of a material, drawn among its cells.
template <class Cells>
auto random_position(const Cells& cells, Random& random) {
    while (true) {
        if (const auto position = cells.at(random.below(cells.size()))) return *position;
    }
}

}  // namespace octomate::laws
