#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <type_traits>

namespace octomate {

/// A list of at most Capacity plain values on the stack: no allocation, and no initialisation of unused
/// places.
template <class T, std::size_t Capacity>
class FixedList {
    static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

  public:
    FixedList() {}
    FixedList(const FixedList& other) { *this = other; }
    FixedList& operator=(const FixedList& other) {
        size_ = other.size_;
        for (std::size_t at = 0; at < size_; ++at) values_[at] = other.values_[at];
        return *this;
    }

    [[gnu::always_inline]] void push_back(const T& value) {
        assert(size_ < Capacity);
        values_[size_++] = value;
    }
    void clear() { size_ = 0; }
    void resize(std::size_t size) {
        assert(size <= size_);
        size_ = size;
    }

    /// Takes in the values that were written from `end()` on, up to `end`.
    void end_at(const T* end) {
        assert(end >= values_.data() && end <= values_.data() + Capacity);
        size_ = static_cast<std::size_t>(end - values_.data());
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
    union {  // left unset
        std::array<T, Capacity> values_;
    };
};

}  // namespace octomate
