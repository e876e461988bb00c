#pragma once

/// What stands in for TBB where there are no threads.
namespace tbb {

/// Calls `work(n)` for each n from `first` to before `last`.
template <class Index, class Work>
void parallel_for(Index first, Index last, const Work& work) {
    for (; first != last; ++first) work(first);
}

}  // namespace tbb
