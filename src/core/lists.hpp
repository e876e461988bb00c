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
        for (std::size_t at = 0; at < size_; ++at) values_[at] = other.values_[at];
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

    /// Makes `end` the new end of the list; the caller has written the values between `end()` and it.
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
    union {  // leaves the elements uninitialised
        std::array<T, Capacity> values_;
    };
};

/// A list of trivially copyable values that stores up to `Room` of them inside the object and allocates
/// memory only for more. It is for games whose move lists are usually short but have no small bound.
template <class T, std::size_t Room>
class GrowingList {
    static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

  public:
    GrowingList() { values_ = here_.data(); }
    GrowingList(const GrowingList& other) : GrowingList() { *this = other; }
    GrowingList& operator=(const GrowingList& other) {
        if (this == &other) return *this;
        size_ = 0;
        while (room_ < other.size_) grow();
        size_ = other.size_;
        for (std::size_t at = 0; at < size_; ++at) values_[at] = other.values_[at];
        return *this;
    }

    void push_back(const T& value) {
        if (size_ == room_) [[unlikely]] {
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
    T& operator[](std::size_t at) { return assert(at < size_), values_[at]; }
    const T& operator[](std::size_t at) const { return assert(at < size_), values_[at]; }
    T* begin() { return values_; }
    T* end() { return values_ + size_; }
    const T* begin() const { return values_; }
    const T* end() const { return values_ + size_; }

  private:
    void grow() {
        auto more = std::make_unique<T[]>(2 * room_);
        for (std::size_t at = 0; at < size_; ++at) more[at] = values_[at];
        room_ *= 2;
        more_ = std::move(more);
        values_ = more_.get();
    }

    std::size_t size_ = 0;
    std::size_t room_ = Room;
    union {  // leaves the elements uninitialised
        std::array<T, Room> here_;
    };
    std::unique_ptr<T[]> more_;
    T* values_;
};

}  // namespace octomate
