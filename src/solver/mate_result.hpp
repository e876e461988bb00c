#pragma once

#include <cstdint>
#include <vector>

#include "core/position.hpp"
#include "solver/bounds_table.hpp"
#include "solver/fraction.hpp"

namespace octomate::solver {

/// One roll of the side to move.
template <Position P>
struct MateFace {
    typename P::Roll roll{};
    Bounds value;         ///< in units of 1 / MateResult::face_unit
    bool forced = false;  ///< the value under Every and Best is 1, whatever the options
    std::vector<typename P::Move>
        best;  ///< all moves that reach the value, in order; none at 0, or if it is not exact
};

/// The value of a position: the chance, or the certainty, of a win.
template <Position P>
struct MateResult {
    std::vector<MateFace<P>> faces;  ///< one per roll of `rolls()`
    Bounds total;                    ///< in units of 1 / total_unit
    std::uint64_t face_unit = 1;
    std::uint64_t total_unit = 1;
    std::uint64_t nodes = 0;
    bool complete = true;  ///< false: a limit was hit, and some bounds are no values

    Fraction fraction(std::uint64_t value) const { return {value, face_unit}; }
    Fraction total_fraction(std::uint64_t value) const { return {value, total_unit}; }
};

}  // namespace octomate::solver
