#pragma once

#include <cassert>
#include <utility>
#include <variant>

namespace octomate {

/// Marks the error side when an Expected is made.
template <class E>
struct Unexpected {
    E error;
};

template <class E>
Unexpected(E) -> Unexpected<E>;

/// A value, or the reason why there is none. (C++20 has no std::expected yet; this is the part we use.)
template <class T, class E>
class Expected {
  public:
    Expected(T value) : state_(std::in_place_index<0>, std::move(value)) {}
    Expected(Unexpected<E> failure) : state_(std::in_place_index<1>, std::move(failure.error)) {}

    bool has_value() const { return state_.index() == 0; }
    explicit operator bool() const { return has_value(); }

    /// Requires has_value().
    T& operator*() { return assert(has_value()), *std::get_if<0>(&state_); }
    const T& operator*() const { return assert(has_value()), *std::get_if<0>(&state_); }
    T* operator->() { return &**this; }
    const T* operator->() const { return &**this; }

    /// Requires !has_value().
    E& error() { return assert(!has_value()), *std::get_if<1>(&state_); }
    const E& error() const { return assert(!has_value()), *std::get_if<1>(&state_); }

  private:
    std::variant<T, E> state_;
};

}  // namespace octomate
