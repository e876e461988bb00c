#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace octomate::make {

/// Something that a spec asks of its positions, and how many of those that were judged had it.
struct Condition {
    std::string name;
    std::uint64_t met = 0;
};

/// Counts which conditions of a spec positions meet. Each position is asked all of them, in the same order.
class Tally {
  public:
    void begin() {
        ++judged_;
        next_ = 0;
    }

    /// `name()` is asked once.
    template <class Name>
    void note(bool met, Name name) {
        if (next_ == conditions_.size()) conditions_.push_back({name(), 0});
        conditions_[next_++].met += met ? 1 : 0;
    }

    /// Adds the counts of another tally of the same spec.
    void add(const Tally& other) {
        judged_ += other.judged_;
        for (std::size_t at = 0; at < other.conditions_.size(); ++at) {
            if (at == conditions_.size()) conditions_.push_back({other.conditions_[at].name, 0});
            conditions_[at].met += other.conditions_[at].met;
        }
    }

    std::uint64_t judged() const { return judged_; }
    const std::vector<Condition>& conditions() const { return conditions_; }

  private:
    std::vector<Condition> conditions_;
    std::size_t next_ = 0;
    std::uint64_t judged_ = 0;
};

}  // namespace octomate::make
