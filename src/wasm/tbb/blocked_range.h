#pragma once

#include <cstddef>

namespace tbb {

/// The half-open range of indices from `first` to `last`. The grain size is ignored.
template <class Index>
class blocked_range {
  public:
    blocked_range(Index first, Index last, std::size_t) : first_(first), last_(last) {}
    Index begin() const { return first_; }
    Index end() const { return last_; }

  private:
    Index first_, last_;
};

}  // namespace tbb
