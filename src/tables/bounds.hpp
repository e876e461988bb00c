#pragma once

#include <optional>

namespace octomate::tables {

/// What the side to move can make sure of, from -1 (lost) to 1 (won): not less than `lower`, and the other
/// side can hold it to `upper`.
struct Bounds {
    double lower = 0;
    double upper = 0;
    /// How many plies a game without chance still lasts, if one side can win it.
    std::optional<int> plies{};

    double middle() const { return (lower + upper) / 2; }
};

}  // namespace octomate::tables
