#pragma once

#include <cstddef>

namespace tbb {

/// Accepts a limit of the number of threads, and ignores it.
struct global_control {
    static constexpr int max_allowed_parallelism = 0;
    global_control(int, std::size_t) {}
};

}  // namespace tbb
