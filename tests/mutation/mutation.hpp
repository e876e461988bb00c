/// What the changed copy of the sources is made of that tests/nightly/mutate compiles: every change is in the
/// program, and the environment variable OCTOMATE_MUTANT=ID switches one on. Which of them the tests came by
/// every process adds to the file OCTOMATE_REACHED when it ends, a line each.
#pragma once

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <type_traits>
#include <utility>

namespace mutation {

inline constexpr int most = 4096;
inline unsigned char reached[most];

inline int asked_for() {
    const char* const id = std::getenv("OCTOMATE_MUTANT");
    return id ? std::atoi(id) : -1;
}
inline const int active = asked_for();

/// Writes what was reached when the program ends.
struct Reporter {
    ~Reporter() {
        const char* const name = std::getenv("OCTOMATE_REACHED");
        if (std::FILE* const file = name ? std::fopen(name, "a") : nullptr) {
            for (int id = 0; id < most; ++id)
                if (reached[id]) std::fprintf(file, "%d\n", id);
            std::fclose(file);
        }
    }
};
inline const Reporter reporter;

/// Whether a change is switched on; never while the compiler computes.
template <int id>
constexpr bool on() {
    if (std::is_constant_evaluated()) return false;
    reached[id] = 1;
    return active == id;
}

/// `if (condition)` with its opposite.
template <int id>
constexpr bool flip(bool condition) {
    return condition != on<id>();
}

/// A number, or the next.
template <int id, class T>
constexpr T number(T value) {
    return on<id>() ? static_cast<T>(value + 1) : value;
}

template <int id>
constexpr bool truth(bool value) {
    return value != on<id>();
}

/// std::min and std::max, exchanged.
template <int id, class T>
constexpr const T& min(const T& a, const T& b) {
    return on<id>() ? std::max(a, b) : std::min(a, b);
}
template <int id, class T>
constexpr const T& max(const T& a, const T& b) {
    return on<id>() ? std::min(a, b) : std::max(a, b);
}

/// Stands between two equal signs: `a + Op<ID, '-'>{} + b` is a + b, or a - b. What it replaces is of the
/// same precedence as before, so nobody has to know where the operands begin and end. `other` is the other
/// sign.
template <int id, class Other>
struct Op {};

/// The left side of such a pair.
template <int id, class Other, class Left>
struct Held {
    Left left;
};

/// `!x`, or x: `Not<ID>{} ->* x`, which binds nearly as tightly.
template <int id>
struct Not {};
template <int id, class T>
constexpr auto operator->*(Not<id>, T&& value) {
    using Result = std::remove_cvref_t<decltype(!value)>;
    return on<id>() ? static_cast<Result>(value) : static_cast<Result>(!value);
}

/// `++x` or `--x`, exchanged.
template <int id>
struct Up {};
template <int id>
struct Down {};
template <int id, class T>
constexpr T& operator->*(Up<id>, T& value) {
    if constexpr (requires { --value; }) {
        if (on<id>()) return --value;
    }
    return ++value;
}
template <int id, class T>
constexpr T& operator->*(Down<id>, T& value) {
    if (on<id>()) return ++value;
    return --value;
}

/// The right side of `a += b`: `a += Assign<ID, Other>{} += b`.
template <int id, class Other>
struct Assign {};
template <int id, class Other, class Right>
struct Given {
    Right right;
};

template <class T>
concept Scalar = std::is_scalar_v<std::decay_t<T>>;

// Scalars are taken by value, so that constants which no lambda has captured serve. Where the types do not
// know the other sign, nothing is changed, and nothing is reached.
#define OCTOMATE_SIGN(NAME, SIGN)                                                                            \
    struct NAME {                                                                                            \
        template <class A, class B>                                                                          \
        static constexpr auto apply(A&& a, B&& b) -> decltype(std::forward<A>(a) SIGN std::forward<B>(b)) {  \
            return std::forward<A>(a) SIGN std::forward<B>(b);                                               \
        }                                                                                                    \
    };                                                                                                       \
    template <int id, class Other, class A>                                                                  \
    requires Scalar<A>                                                                                       \
    constexpr Held<id, Other, A> operator SIGN(A a, Op<id, Other>) { return {a}; }                           \
    template <int id, class Other, class A>                                                                  \
    requires(!Scalar<A>) constexpr Held<id, Other, A&&> operator SIGN(A&& a, Op<id, Other>) {                \
        return {std::forward<A>(a)};                                                                         \
    }                                                                                                        \
    template <int id, class Other, class A, class B>                                                         \
    constexpr auto both_##NAME(Held<id, Other, A>&& held, B&& b) {                                           \
        using Result = std::remove_cvref_t<decltype(std::forward<A>(held.left) SIGN std::forward<B>(b))>;    \
        if constexpr (requires {                                                                             \
                          static_cast<Result>(Other::apply(std::forward<A>(held.left), std::forward<B>(b))); \
                      }) {                                                                                   \
            if (on<id>())                                                                                    \
                return static_cast<Result>(Other::apply(std::forward<A>(held.left), std::forward<B>(b)));    \
        }                                                                                                    \
        return static_cast<Result>(std::forward<A>(held.left) SIGN std::forward<B>(b));                      \
    }                                                                                                        \
    template <int id, class Other, class A, class B>                                                         \
    requires Scalar<B>                                                                                       \
    constexpr auto operator SIGN(Held<id, Other, A>&& held, B b) {                                           \
        return both_##NAME(std::move(held), std::move(b));                                                   \
    }                                                                                                        \
    template <int id, class Other, class A, class B>                                                         \
    requires(!Scalar<B>) constexpr auto operator SIGN(Held<id, Other, A>&& held, B&& b) {                    \
        return both_##NAME(std::move(held), std::forward<B>(b));                                             \
    }

OCTOMATE_SIGN(Equal, ==)
OCTOMATE_SIGN(Unequal, !=)
OCTOMATE_SIGN(Less, <)
OCTOMATE_SIGN(Greater, >)
OCTOMATE_SIGN(AtMost, <=)
OCTOMATE_SIGN(AtLeast, >=)
OCTOMATE_SIGN(Plus, +)
OCTOMATE_SIGN(Minus, -)
OCTOMATE_SIGN(Times, *)
OCTOMATE_SIGN(Over, /)
OCTOMATE_SIGN(Modulo, %)
OCTOMATE_SIGN(And, &)
OCTOMATE_SIGN(Or, |)
OCTOMATE_SIGN(Xor, ^)
OCTOMATE_SIGN(Left, <<)
OCTOMATE_SIGN(Right, >>)
#undef OCTOMATE_SIGN

#define OCTOMATE_ASSIGN(NAME, SIGN)                                                                \
    struct NAME {                                                                                  \
        template <class A, class B>                                                                \
        static constexpr auto apply(A& a, const B& b) -> decltype(a SIGN b) {                      \
            return a SIGN b;                                                                       \
        }                                                                                          \
    };                                                                                             \
    template <int id, class Other, class B>                                                        \
    requires Scalar<B>                                                                             \
    constexpr Given<id, Other, B> operator SIGN(Assign<id, Other>, B b) { return {b}; }            \
    template <int id, class Other, class B>                                                        \
    requires(!Scalar<B>) constexpr Given<id, Other, B&&> operator SIGN(Assign<id, Other>, B&& b) { \
        return {std::forward<B>(b)};                                                               \
    }                                                                                              \
    template <int id, class Other, class A, class B>                                               \
    constexpr A& operator SIGN(A& a, Given<id, Other, B>&& given) {                                \
        if constexpr (requires { Other::apply(a, given.right); }) {                                \
            if (on<id>()) {                                                                        \
                Other::apply(a, given.right);                                                      \
                return a;                                                                          \
            }                                                                                      \
        }                                                                                          \
        a SIGN std::forward<B>(given.right);                                                       \
        return a;                                                                                  \
    }

OCTOMATE_ASSIGN(AddTo, +=)
OCTOMATE_ASSIGN(TakeFrom, -=)
OCTOMATE_ASSIGN(MultiplyBy, *=)
OCTOMATE_ASSIGN(DivideBy, /=)
OCTOMATE_ASSIGN(AndTo, &=)
OCTOMATE_ASSIGN(OrTo, |=)
OCTOMATE_ASSIGN(XorTo, ^=)
OCTOMATE_ASSIGN(ShiftLeft, <<=)
OCTOMATE_ASSIGN(ShiftRight, >>=)
#undef OCTOMATE_ASSIGN

}  // namespace mutation
