#pragma once

#include <functional>
#include <optional>

namespace octomate::players {

/// What is known for certain of positions, as by endgame tables: the value for the side to move before the
/// roll, -1…1, or none. From any thread. Throws std::runtime_error where that cannot be read. An empty one
/// knows nothing.
template <class P>
using Known = std::function<std::optional<double>(const P&)>;

}  // namespace octomate::players
