#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/isa.hpp"

namespace octomate::games {

/// A group of facts: their numbers follow each other, up to the first of the next group.
struct FactGroup {
    std::string_view name;
    int first;
};

/// The facts on which the evaluation of a game rests. They weigh differently the fewer men there are: each
/// phase of the game has weights of its own, which follow those of the one before.
struct FactLayout {
    std::span<const FactGroup> groups;  ///< the last one has no name, and begins where the facts end
    std::span<const int> phases;        ///< the most men of each, kings included

    constexpr int count() const { return groups.back().first; }
    /// The number of the first weight for so many men.
    constexpr int first_for(int men) const {
        int first = 0;
        for (std::size_t phase = 0; phase + 1 < phases.size() && men > phases[phase]; ++phase)
            first += count();
        return first;
    }
    constexpr std::size_t weights() const { return phases.size() * static_cast<std::size_t>(count()); }
};

/// In units of 1/256 of the logarithm of the odds.
using Weights = std::vector<std::int16_t>;
inline constexpr double weight_unit = 256;

/// What positions are evaluated with.
struct Evaluation {
    static constexpr int most = 8 * 256;  ///< sums beyond are cut off
    static constexpr int one = 1 << 17;   ///< certainty
    Weights weights;
    std::array<std::int32_t, most + 1> odds{};  ///< of a sum from 0: the chance to win, of `one`

    explicit Evaluation(Weights given);

    /// The chance to win, of `one`, by a sum of weights.
    OCTOMATE_HOT int chance(int sum) const {
        const int likely = odds[static_cast<std::size_t>(std::min(sum < 0 ? -sum : sum, most))];
        return sum < 0 ? one - likely : likely;
    }
    /// The same as a chance to win less that to lose.
    OCTOMATE_HOT double value(int sum) const { return (2 * chance(sum) - one) / double{one}; }
};

/// The evaluation of a game: with the weights that are built in, until others are used. Weights outside are
/// logarithms of odds, or text: for each phase "men" and its most men, then the groups, each a name and its
/// numbers.
class Evaluator {
  public:
    Evaluator(const FactLayout& layout, std::string_view built_in)
        : layout_(layout), evaluation_(rounded(read(built_in))) {}

    const FactLayout& layout() const { return layout_; }
    const Evaluation& evaluation() const { return evaluation_; }

    std::vector<double> weights() const;
    /// From now on, rounded as in a file; not while positions are evaluated.
    void use(const std::vector<double>& weights) { evaluation_ = Evaluation(rounded(weights)); }
    std::string text_of(const std::vector<double>& weights) const;
    /// Throws std::invalid_argument, a sentence.
    std::vector<double> read(std::string_view text) const;

  private:
    Weights rounded(const std::vector<double>& weights) const;

    const FactLayout& layout_;
    Evaluation evaluation_;
};

/// What positions say of the weights of their game (see Tunable). `evaluator()` has them.
template <Evaluator& (*evaluator)()>
class Weighted {
  public:
    static std::size_t facts_together() { return static_cast<std::size_t>(evaluator().layout().count()); }
    static std::vector<double> weights() { return evaluator().weights(); }
    static void use_weights(const std::vector<double>& weights) { evaluator().use(weights); }
    static std::string weights_text(const std::vector<double>& weights) {
        return evaluator().text_of(weights);
    }
    static std::vector<double> weights_in(std::string_view text) { return evaluator().read(text); }

    bool operator==(const Weighted&) const = default;
};

}  // namespace octomate::games
