#pragma once

#include <cstddef>
#include <functional>

namespace octomate::solver {

/// Calls `work(number)` for each number below `count`: on all threads if `parallel`, else in order on this
/// thread.
void for_each_number(std::size_t count, bool parallel, const std::function<void(std::size_t)>& work);

}  // namespace octomate::solver
