#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/isa.hpp"

namespace octomate::games {

/// How the weights of an evaluation are stored. A fact is a yes-or-no feature of a position. The game has
/// phases by the number of pieces left; each phase has its own weights, stored in the order of phases.
struct FactLayout {
    int count;                    ///< the number of facts, which is the number of weights of each phase
    std::span<const int> phases;  ///< the greatest number of pieces (with kings) of each phase, ascending

    /// Returns the index of the first weight of the phase to which a position of `pieces` pieces belongs.
    constexpr int first_for(int pieces) const {
        int first = 0;
        for (std::size_t phase = 0; phase + 1 < phases.size() && pieces > phases[phase]; ++phase)
            first += count;
        return first;
    }
};

/// An evaluation by logistic regression: the sum of the weights of the facts that hold in a position is the
/// logarithm of the odds to win, in fixed point. scripts/fit-weights fits the weights.
struct Evaluation {
    static constexpr double weight_unit = 256;  ///< the weight that adds 1 to the logarithm of the odds
    static constexpr int most = 8 * 256;        ///< sums of weights are clamped to -most…most
    static constexpr int certain = 1 << 17;     ///< the fixed-point number for a chance of 1
    std::vector<std::int16_t> weights;          ///< the weights, ordered by phase, then by fact
    /// For each sum of weights from 0 to `most`: the chance to win, in units of 1 / `certain`.
    std::array<std::int32_t, most + 1> chances{};

    /// Parses a file of weights: for each phase the word "men" and its greatest number of pieces, then the
    /// weights of all facts, with the names of groups between them. Throws std::logic_error if the file does
    /// not fit `layout`.
    Evaluation(const FactLayout& layout, std::string_view text);

    /// Returns the chance to win, in units of 1 / `certain`, for a sum of weights.
    OCTOMATE_HOT int chance(int sum) const {
        const int of_stronger = chances[static_cast<std::size_t>(std::min(sum < 0 ? -sum : sum, most))];
        return sum < 0 ? certain - of_stronger : of_stronger;
    }
    /// Returns the chance to win minus the chance to lose, from -1 to 1, for a sum of weights.
    OCTOMATE_HOT double value(int sum) const { return (2 * chance(sum) - certain) / double{certain}; }
};

}  // namespace octomate::games
