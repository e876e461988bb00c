#pragma once

namespace tbb {

/// Holds the value of the only thread.
template <class T>
class enumerable_thread_specific {
  public:
    template <class Make>
    explicit enumerable_thread_specific(Make make) : value_(make()) {}
    T& local() { return value_; }

  private:
    T value_;
};

}  // namespace tbb
