#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "make/unit.hpp"

namespace octomate::make {

/// Keeps the best of all puzzles that it is shown, in memory for twice as many as it keeps. The better one is
/// the one of the higher quality, of two alike the one found earlier. Of those that one game gave, which are
/// often much alike, only the best counts.
class Best {
  public:
    /// `balanced`: groups get equal shares of the places, and those that do not fill theirs leave them to the
    /// others.
    Best(std::size_t places, bool balanced) : places_(places), balanced_(balanced) {}

    /// Puzzles of the same origin must come one after the other.
    void add(Find find);

    /// The best so far, best first.
    const std::vector<Find>& sorted();

  private:
    void settle();
    void trim();

    std::size_t places_;
    bool balanced_;
    std::vector<Find> kept_;
    std::optional<Find> latest_;  // the best of its origin so far
};

}  // namespace octomate::make
