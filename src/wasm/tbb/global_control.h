#pragma once

#include <cstddef>

namespace tbb {

/// Bounds nothing.
struct global_control {
    static constexpr int max_allowed_parallelism = 0;
    global_control(int, std::size_t) {}
};

}  // namespace tbb
