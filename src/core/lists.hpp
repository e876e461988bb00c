#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <memory>
#include <type_traits>

namespace octomate {

/// A list of at most `Capacity` trivially copyable values, stored inside the object. It does not allocate and
/// does not initialise unused elements.
template <class T, std::size_t Capacity>
class FixedList {
    static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

  public:
    FixedList() {}
    FixedList(const FixedList& other) { *this = other; }
    FixedList& operator=(const FixedList& other) {
        size_ = other.size_;
        for (std::size_t i = 0; i < size_; ++i) values_[i] = other.values_[i];
        return *this;
    }

    [[gnu::always_inline]] void push_back(const T& value) {
        assert(size_ < Capacity);
        values_[size_++] = value;
    }
    void clear() { size_ = 0; }
    /// Shrinks the list to its first `size` elements.
    void resize(std::size_t size) {
        assert(size <= size_);
        size_ = size;
    }

    /// Moves the end of the list to `end`; the caller has already written the values of added elements.
    void end_at(const T* end) {
        assert(end >= values_.data() && end <= values_.data() + Capacity);
        size_ = static_cast<std::size_t>(end - values_.data());
    }

    std::size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    T& operator[](std::size_t i) { return assert(i < size_), values_[i]; }
    const T& operator[](std::size_t i) const { return assert(i < size_), values_[i]; }
    T* begin() { return values_.data(); }
    T* end() { return values_.data() + size_; }
    const T* begin() const { return values_.data(); }
    const T* end() const { return values_.data() + size_; }

  private:
    std::size_t size_ = 0;
    union {  // leaves the elements uninitialised
        std::array<T, Capacity> values_;
    };
};

/// A list of trivially copyable values that stores up to `InlineCapacity` of them inside the object and
/// allocates memory only for more. For games whose move lists are usually short but have no small bound.
template <class T, std::size_t InlineCapacity>
class GrowingList {
    static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

  public:
    GrowingList() { values_ = inline_values_.data(); }
    GrowingList(const GrowingList& other) : GrowingList() { *this = other; }
    GrowingList& operator=(const GrowingList& other) {
        if (this == &other) return *this;
        size_ = 0;
        while (capacity_ < other.size_) grow();
        size_ = other.size_;
        for (std::size_t i = 0; i < size_; ++i) values_[i] = other.values_[i];
        return *this;
    }

    void push_back(const T& value) {
        if (size_ == capacity_) [[unlikely]] {
            const T copy = value;  // `value` may be an element of this list, which grow() moves
            grow();
            values_[size_++] = copy;
        } else {
            values_[size_++] = value;
        }
    }
    void clear() { size_ = 0; }
    /// Shrinks the list to its first `size` elements.
    void resize(std::size_t size) {
        assert(size <= size_);
        size_ = size;
    }

    std::size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    T& operator[](std::size_t i) { return assert(i < size_), values_[i]; }
    const T& operator[](std::size_t i) const { return assert(i < size_), values_[i]; }
    T* begin() { return values_; }
    T* end() { return values_ + size_; }
    const T* begin() const { return values_; }
    const T* end() const { return values_ + size_; }

  private:
    void grow() {
        auto larger = std::make_unique<T[]>(2 * capacity_);
        for (std::size_t i = 0; i < size_; ++i) larger[i] = values_[i];
        capacity_ *= 2;
        heap_values_ = std::move(larger);
        values_ = heap_values_.get();
    }

    std::size_t size_ = 0;
    std::size_t capacity_ = InlineCapacity;
    union {  // leaves the elements uninitialised
        std::array<T, InlineCapacity> inline_values_;
    };
    std::unique_ptr<T[]> heap_values_;
    T* values_;  // points to inline_values_ or heap_values_
};

}  // namespace octomate
