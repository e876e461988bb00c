// A check for every game: positions arranged for composing are acceptable.
#pragma once

#include <catch2/catch.hpp>

#include "core/random.hpp"
#include "make/sources.hpp"

namespace octomate::tests {

/// Checks that random placements and small changes of them satisfy `acceptable`, and that there are at least
/// `least_placed` and `least_changed` of them.
template <class P, class Acceptable>
void check_composed(make::RandomArrangements<P> arrangements, Acceptable acceptable, int least_placed,
                    int least_changed) {
    Random random(1);
    int placed = 0, changed = 0;
    for (int round = 0; round < 4000; ++round) {
        const auto position = arrangements.arrange(random);
        if (!position) continue;
        ++placed;
        if (!acceptable(*position)) FAIL(position->fen());
        const auto other = make::Mutation::mutate(*position, random);
        if (!other) continue;
        ++changed;
        if (!acceptable(*other)) FAIL(position->fen() << " changed to " << other->fen());
    }
    CHECK(placed > least_placed);
    CHECK(changed > least_changed);
}

}  // namespace octomate::tests
