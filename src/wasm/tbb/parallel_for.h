#pragma once

#include <tbb/blocked_range.h>

/// Replaces those parts of TBB that the module uses, for a platform without threads: loops run sequentially.
namespace tbb {

/// Calls `work(n)` for each n from `first` up to, but not including, `last`.
template <class Index, class Work>
void parallel_for(Index first, Index last, const Work& work) {
    for (; first != last; ++first) work(first);
}

struct simple_partitioner {};

/// Calls `work(range)` once, for the whole range.
template <class Index, class Work>
void parallel_for(const blocked_range<Index>& range, const Work& work, simple_partitioner) {
    work(range);
}

}  // namespace tbb
