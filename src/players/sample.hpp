#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/evaluated.hpp"

namespace octomate::players {

/// Positions of games, and what came of them: what weights are fitted to. Kept densely, for there are
/// millions.
class Samples {
  public:
    /// One of them.
    struct View {
        std::span<const std::int16_t> facts;  ///< see core/evaluated.hpp
        float sure;
        float target;  ///< what is to be learnt: a chance to win, which may lie beyond 0…1
        float result;  ///< of the side to move: 1 won, 0.5 drawn, 0 lost
    };

    void add(const Facts& facts, double target, double result) {
        facts_.insert(facts_.end(), facts.facts.begin(), facts.facts.end());
        heads_.push_back({facts_.size(), static_cast<float>(facts.sure), static_cast<float>(target),
                          static_cast<float>(result)});
    }
    void add(const Samples& others) {
        for (std::size_t at = 0; at < others.size(); ++at) {
            const View sample = others[at];
            facts_.insert(facts_.end(), sample.facts.begin(), sample.facts.end());
            heads_.push_back({facts_.size(), sample.sure, sample.target, sample.result});
        }
    }

    std::size_t size() const { return heads_.size(); }
    View operator[](std::size_t at) const {
        const Head& head = heads_[at];
        const std::size_t begin = at == 0 ? 0 : heads_[at - 1].end;
        return {{facts_.data() + begin, head.end - begin}, head.sure, head.target, head.result};
    }

  private:
    struct Head {
        std::size_t end;
        float sure, target, result;
    };
    std::vector<std::int16_t> facts_;
    std::vector<Head> heads_;
};

}  // namespace octomate::players
