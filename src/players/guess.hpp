#pragma once

#include <functional>
#include <optional>

#include "core/evaluated.hpp"

namespace octomate::players {

/// The value of a game that is over, for a side: 1 won, 0 drawn, -1 lost (R11).
inline double score_for(Outcome outcome, Color side) {
    if (outcome == Outcome::Draw || outcome == Outcome::Ongoing) return 0;
    return outcome == won_by(side) ? 1 : -1;
}

/// The chance of the side to move to win less that to lose, before the roll: a game that cannot guess takes
/// what is not over for even, so that only wins are looked for.
template <Position P>
double guess(const P& position) {
    if constexpr (Evaluated<P>) {
        return position.evaluate();
    } else {
        return score_for(position.outcome(), position.turn());
    }
}

/// What is known for certain of positions, as by endgame tables: the value for the side to move before the
/// roll, -1…1, or none. From any thread. Throws std::runtime_error where that cannot be read. An empty one
/// knows nothing.
template <class P>
using Known = std::function<std::optional<double>(const P&)>;

}  // namespace octomate::players
