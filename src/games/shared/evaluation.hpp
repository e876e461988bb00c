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

/// The layout of an evaluation's weights. A fact weighs differently depending on how many pieces are left, so
/// each phase of the game has a weight for every fact; the weights of the phases follow each other.
struct FactLayout {
    int count;                    ///< the number of facts, which is that of the weights of a phase
    std::span<const int> phases;  ///< the greatest number of pieces of each phase, kings included; ascending

    /// Returns the index of the first weight of the phase to which a position of `pieces` pieces belongs.
    constexpr int first_for(int pieces) const {
        int first = 0;
        for (std::size_t phase = 0; phase + 1 < phases.size() && pieces > phases[phase]; ++phase)
            first += count;
        return first;
    }
};

/// An evaluation by logistic regression: the sum of the weights of a position's facts is the logarithm of the
/// odds to win, in fixed point. scripts/fit-weights fits the weights.
struct Evaluation {
    static constexpr double weight_unit = 256;  ///< the weight that stands for 1 in the logarithm of the odds
    static constexpr int most = 8 * 256;        ///< sums are clamped to this absolute value
    static constexpr int one = 1 << 17;         ///< the chance 1 in fixed point
    std::vector<std::int16_t> weights;          ///< by phase and fact: see FactLayout
    /// The chance to win, in units of 1 / `one`, by the sum of weights from 0 to `most`.
    std::array<std::int32_t, most + 1> odds{};

    /// Parses a file of weights: for each phase the word "men" and its greatest number of pieces, then the
    /// weights of all facts, with the names of groups between them. Throws std::logic_error if the layout
    /// differs.
    Evaluation(const FactLayout& layout, std::string_view text);

    /// Returns the chance to win, in units of 1 / `one`, for a sum of weights.
    OCTOMATE_HOT int chance(int sum) const {
        const int likely = odds[static_cast<std::size_t>(std::min(sum < 0 ? -sum : sum, most))];
        return sum < 0 ? one - likely : likely;
    }
    /// Returns the chance to win minus the chance to lose, from -1 to 1, for a sum of weights.
    OCTOMATE_HOT double value(int sum) const { return (2 * chance(sum) - one) / double{one}; }
};

}  // namespace octomate::games
