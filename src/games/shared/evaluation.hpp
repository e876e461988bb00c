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

/// The facts on which the evaluation of a game rests. They weigh differently the fewer pieces there are: each
/// phase of the game has weights of its own, which follow those of the one before.
struct FactLayout {
    int count;                    ///< facts of a phase
    std::span<const int> phases;  ///< the most pieces of each, kings included

    /// The index of the first weight of the phase that a position of `pieces` pieces belongs to.
    constexpr int first_for(int pieces) const {
        int first = 0;
        for (std::size_t phase = 0; phase + 1 < phases.size() && pieces > phases[phase]; ++phase)
            first += count;
        return first;
    }
};

/// The weights of a game, and the chances that sums of them stand for.
struct Evaluation {
    static constexpr double weight_unit = 256;  ///< of 1 in the logarithm of the odds
    static constexpr int most = 8 * 256;        ///< sums beyond are cut off
    static constexpr int one = 1 << 17;         ///< certainty
    std::vector<std::int16_t> weights;
    std::array<std::int32_t, most + 1> odds{};  ///< of a sum from 0: the chance to win, of `one`

    /// Reads a file of weights: for each phase the word "pieces" and its most pieces, then names and numbers.
    /// Throws std::logic_error if the file has another layout.
    Evaluation(const FactLayout& layout, std::string_view text);

    /// The chance to win, of `one`, by a sum of weights.
    OCTOMATE_HOT int chance(int sum) const {
        const int likely = odds[static_cast<std::size_t>(std::min(sum < 0 ? -sum : sum, most))];
        return sum < 0 ? one - likely : likely;
    }
    /// The chance to win less that to lose, by a sum of weights.
    OCTOMATE_HOT double value(int sum) const { return (2 * chance(sum) - one) / double{one}; }
};

}  // namespace octomate::games
