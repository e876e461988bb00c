#pragma once

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include "core/position.hpp"
#include "solver/bounds_table.hpp"
#include "solver/fold.hpp"

namespace octomate::solver {

/// An exact number from 0 to 1.
struct Fraction {
    std::uint64_t numerator = 0;
    std::uint64_t denominator = 1;  ///< at least 1

    /// In lowest terms, "0" and "1" as such: "71/256".
    std::string text() const {
        const std::uint64_t divisor = std::gcd(numerator, denominator);
        const std::uint64_t below = denominator / divisor;
        const std::string above = std::to_string(numerator / divisor);
        return below == 1 ? above : above + '/' + std::to_string(below);
    }

    bool operator==(const Fraction&) const = default;
};

/// One roll of the side to move.
template <Position P>
struct MateFace {
    typename P::Roll roll{};
    Interval value;       ///< in units of 1 / MateResult::face_unit
    bool forced = false;  ///< the value under Every and Best is 1, whatever the options
    std::vector<typename P::Move>
        best;  ///< all moves that reach the value, in order; none at 0, or if it is not exact
};

/// The value of a position: the chance, or the certainty, of a win.
template <Position P>
struct MateResult {
    std::vector<MateFace<P>> faces;  ///< one per roll of `rolls()`
    Interval total;                  ///< in units of 1 / total_unit
    std::uint64_t face_unit = 1;
    std::uint64_t total_unit = 1;
    std::uint64_t nodes = 0;
    bool complete = true;  ///< false: a limit was hit, and some bounds are no values

    Fraction fraction(std::uint64_t value) const { return {value, face_unit}; }
    Fraction total_fraction(std::uint64_t value) const { return {value, total_unit}; }
};

/// The face of a roll that allows some of the moves whose values are known.
template <Position P>
MateFace<P> face_of(const typename P::Roll& roll, const MoveList<P>& allowed, const MoveList<P>& moves,
                    const std::vector<Interval>& values) {
    MateFace<P> face;
    face.roll = roll;
    for (std::size_t number = 0; number < moves.size(); ++number) {
        if (is_among(allowed, moves[number]))
            face.value = choose(Choice::Greatest, face.value, values[number]);
    }
    if (!face.value.exact() || face.value.lower == 0) return face;
    for (std::size_t number = 0; number < moves.size(); ++number) {
        if (values[number].lower == face.value.lower && is_among(allowed, moves[number]))
            face.best.push_back(moves[number]);
    }
    return face;
}

}  // namespace octomate::solver
