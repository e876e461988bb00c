#pragma once

#include <array>
#include <cassert>
#include <cstddef>

namespace octomate {

/// A list of at most Capacity values on the stack: no allocation, no initialisation of unused places.
template <class T, std::size_t Capacity>
class FixedList {
  public:
    FixedList() {}  // leaves the array unset on purpose

    void push_back(const T& value) {
        assert(size_ < Capacity);
        values_[size_++] = value;
    }
    void clear() { size_ = 0; }
    void resize(std::size_t size) {
        assert(size <= size_);
        size_ = size;
    }

    std::size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    T& operator[](std::size_t at) { return assert(at < size_), values_[at]; }
    const T& operator[](std::size_t at) const { return assert(at < size_), values_[at]; }
    T* begin() { return values_.data(); }
    T* end() { return values_.data() + size_; }
    const T* begin() const { return values_.data(); }
    const T* end() const { return values_.data() + size_; }

  private:
    std::size_t size_ = 0;
    std::array<T, Capacity> values_;
};

/// The moves of one position. P::max_moves bounds them for every valid position.
template <class P>
using MoveList = FixedList<typename P::Move, P::max_moves>;

}  // namespace octomate
