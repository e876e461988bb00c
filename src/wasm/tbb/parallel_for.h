#pragma once

#include <tbb/blocked_range.h>

/// What stands in for TBB where there are no threads.
namespace tbb {

/// Calls `work(n)` for each n from `first` to before `last`.
template <class Index, class Work>
void parallel_for(Index first, Index last, const Work& work) {
    for (; first != last; ++first) work(first);
}

struct simple_partitioner {};

/// Calls `work(range)` once, for the whole of it.
template <class Index, class Work>
void parallel_for(const blocked_range<Index>& range, const Work& work, simple_partitioner) {
    work(range);
}

}  // namespace tbb
