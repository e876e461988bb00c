#pragma once

#include <algorithm>
#include <cstdint>

#include "solver/bounds_table.hpp"
#include "solver/mate_options.hpp"

namespace octomate::solver {

/// What a search has to tell apart.
struct Window {
    std::uint64_t alpha;  ///< a value below or equal is as good as it
    std::uint64_t beta;   ///< a value above or equal is as good as it
};

/// Whether bounds say all that the window asks.
inline bool outside(const Bounds& bounds, const Window& window) {
    return bounds.upper <= window.alpha || bounds.lower >= window.beta || bounds.exact();
}

/// Adds up the faces of a position as the dice say. They come one after the other; those that are still to
/// come count as anything from 0 to 1. Under Mean the whole is counted in a unit `chance_unit` times as fine
/// as the faces, so that nothing is rounded.
template <unsigned chance_unit>
class Fold {
  public:
    using Value = std::uint64_t;

    /// Of faces whose weights add up to `total`, which divides `chance_unit`, each worth at most `one`.
    Fold(Dice dice, Value total, Value one)
        : dice_(dice), one_(one), scale_(dice == Dice::Mean ? chance_unit / total : 1), rest_(total) {
        if (dice == Dice::Mean) {
            bounds_ = {0, one * chance_unit};
        } else {
            bounds_ = dice == Dice::Every ? Bounds{one, one} : Bounds{0, 0};
        }
    }

    /// Takes in the next face, or several of the same value and so much weight together.
    void add(const Bounds& face, Value weight) {
        rest_ -= weight;
        switch (dice_) {
            case Dice::Mean:
                bounds_.lower += face.lower * scale_ * weight;
                bounds_.upper -= (one_ - face.upper) * scale_ * weight;
                break;
            case Dice::Every:
                bounds_.lower = std::min(bounds_.lower, face.lower);
                bounds_.upper = std::min(bounds_.upper, face.upper);
                break;
            case Dice::Some:
                bounds_.lower = std::max(bounds_.lower, face.lower);
                bounds_.upper = std::max(bounds_.upper, face.upper);
                break;
        }
    }

    /// What is proven of the whole by now.
    Bounds bounds() const {
        if (rest_ == 0 || dice_ == Dice::Mean) return bounds_;
        return dice_ == Dice::Every ? Bounds{0, bounds_.upper} : Bounds{bounds_.lower, one_};
    }

    /// What the next face, of so much weight, must be in for the whole to be in the window.
    Window window(const Window& whole, Value weight) const {
        if (dice_ == Dice::Every) return {whole.alpha, std::min(whole.beta, bounds_.upper)};
        if (dice_ == Dice::Some) return {std::max(whole.alpha, bounds_.lower), whole.beta};
        // The others can add so much at most (from their upper bounds), and will add so much at least.
        const Value scale = scale_ * weight;
        const Value others_most = bounds_.upper - one_ * scale;
        const Value others_least = bounds_.lower;
        const Value alpha = whole.alpha <= others_most ? 0 : (whole.alpha - others_most) / scale;
        const Value beta = whole.beta <= others_least ? 0 : (whole.beta - others_least + scale - 1) / scale;
        return {alpha, std::min(beta, one_)};
    }

  private:
    Dice dice_;
    Value one_;
    Value scale_;
    Value rest_;
    Bounds bounds_;
};

}  // namespace octomate::solver
