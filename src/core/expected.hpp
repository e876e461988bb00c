#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace octomate {

/// Marks the error side when an Expected is made.
template <class E>
struct Unexpected {
    E error;
};

template <class E>
Unexpected(E) -> Unexpected<E>;

/// An Expected was asked for what it does not hold: a fault of the program, never of its input.
class BadExpected : public std::logic_error {
  public:
    using std::logic_error::logic_error;
};

/// A value, or the reason why there is none. (C++20 has no std::expected yet; this is the part we use.) To
/// read the one that is not there throws BadExpected.
template <class T, class E>
class [[nodiscard]] Expected {
  public:
    Expected(T value) : state_(std::in_place_index<0>, std::move(value)) {}
    Expected(Unexpected<E> failure) : state_(std::in_place_index<1>, std::move(failure.error)) {}

    bool has_value() const { return state_.index() == 0; }
    explicit operator bool() const { return has_value(); }

    T& value() & { return held<0>(state_); }
    const T& value() const& { return held<0>(state_); }
    T&& value() && { return std::move(held<0>(state_)); }
    T& operator*() & { return value(); }
    const T& operator*() const& { return value(); }
    T&& operator*() && { return std::move(*this).value(); }
    T* operator->() { return &value(); }
    const T* operator->() const { return &value(); }

    E& error() & { return held<1>(state_); }
    const E& error() const& { return held<1>(state_); }
    E&& error() && { return std::move(held<1>(state_)); }

  private:
    template <std::size_t side, class State>
    static auto& held(State& state) {
        auto* const found = std::get_if<side>(&state);
        if (!found) throw_bad(side);
        return *found;
    }

    [[noreturn]] [[gnu::cold]] static void throw_bad(std::size_t side) {
        throw BadExpected(side == 0 ? "a result was read that holds a failure"
                                    : "the failure was read of a result that holds a value");
    }

    std::variant<T, E> state_;
};

/// Success, which is true, or the reason for a failure.
template <class E>
class [[nodiscard]] Expected<void, E> : public Expected<std::monostate, E> {
  public:
    Expected() : Expected<std::monostate, E>(std::monostate()) {}
    Expected(Unexpected<E> failure) : Expected<std::monostate, E>(std::move(failure)) {}
};

/// What a reader of text makes of it: a value, and remarks on what was accepted but ignored.
template <class T>
struct Read {
    T value;
    std::vector<std::string> notes;
};

}  // namespace octomate
