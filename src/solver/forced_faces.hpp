#pragma once

#include <utility>

#include "solver/faces.hpp"
#include "solver/mate.hpp"

namespace octomate::solver {

/// As `solve_faces`, but with the first moves that force mate in the place of the mates. The search is one
/// under Every and Best. False if a limit cut it short; the faces are then not to be relied on.
template <Position P>
bool solve_forced_faces(const P& position, MateSearch<P>& search, Faces<P>& out) {
    solve_faces(position, out);
    auto result = search.solve(position);
    for (std::size_t at = 0; at < out.size(); ++at) {
        out[at].mates.clear();
        if (result.faces[at].forced) out[at].mates = std::move(result.faces[at].best);
    }
    return result.complete;
}

}  // namespace octomate::solver
