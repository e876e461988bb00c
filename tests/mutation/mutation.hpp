/// Mutation testing with a single build. tests/nightly/mutate writes a copy of the sources in which every
/// place to mutate calls one of the templates below, with the number of the mutant as a template argument.
/// All mutants are compiled into one program, each switched off; the environment variable OCTOMATE_MUTANT=ID
/// switches one on. When a process ends, it appends the numbers of all places it executed to the file
/// OCTOMATE_REACHED, one a line, so that each mutant is run only with the tests that reach it.
#pragma once

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <type_traits>
#include <utility>

namespace mutation {

inline constexpr int max_mutants = 4096;
inline unsigned char reached[max_mutants];

inline int mutant_from_environment() {
    const char* const id = std::getenv("OCTOMATE_MUTANT");
    return id ? std::atoi(id) : -1;
}
inline const int active = mutant_from_environment();

/// Appends the mutants that were reached to OCTOMATE_REACHED when the program ends.
struct Reporter {
    ~Reporter() {
        const char* const name = std::getenv("OCTOMATE_REACHED");
        if (std::FILE* const file = name ? std::fopen(name, "a") : nullptr) {
            for (int id = 0; id < max_mutants; ++id)
                if (reached[id]) std::fprintf(file, "%d\n", id);
            std::fclose(file);
        }
    }
};
inline const Reporter reporter;

/// Marks mutant `id` as reached and checks whether it is switched on. Always false in constant evaluation.
template <int id>
constexpr bool on() {
    if (std::is_constant_evaluated()) return false;
    reached[id] = 1;
    return active == id;
}

/// Returns the condition of an `if`, negated in the mutant.
template <int id>
constexpr bool flip(bool condition) {
    return condition != on<id>();
}

/// Returns `value`, or `value + 1` in the mutant.
template <int id, class T>
constexpr T number(T value) {
    return on<id>() ? static_cast<T>(value + 1) : value;
}

template <int id>
constexpr bool truth(bool value) {
    return value != on<id>();
}

/// Replace std::min and std::max; the mutant exchanges one for the other.
template <int id, class T>
constexpr const T& min(const T& a, const T& b) {
    return on<id>() ? std::max(a, b) : std::min(a, b);
}
template <int id, class T>
constexpr const T& max(const T& a, const T& b) {
    return on<id>() ? std::min(a, b) : std::max(a, b);
}

/// Replaces a binary operator: `a + Op<id, Minus>{} + b` is a + b, or a - b in the mutant. The operator is
/// kept on both sides of `Op`, so precedence does not change and the script need not find the ends of the
/// operands. `Other` is the class of the mutant's operator.
template <int id, class Other>
struct Op {};

/// The left operand and the `Op` to its right.
template <int id, class Other, class Left>
struct LeftOperand {
    Left left;
};

/// Replaces negation: `Not<id>{} ->* x` is !x, or x in the mutant. `->*` binds nearly as tightly as `!`.
template <int id>
struct Not {};
template <int id, class T>
constexpr auto operator->*(Not<id>, T&& value) {
    using Result = std::remove_cvref_t<decltype(!value)>;
    return on<id>() ? static_cast<Result>(value) : static_cast<Result>(!value);
}

/// `Up<id>{} ->* x` is ++x and `Down<id>{} ->* x` is --x; the mutant exchanges one for the other.
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

/// Replaces a compound assignment: `a += Assign<id, TakeFrom>{} += b` is a += b, or a -= b in the mutant.
template <int id, class Other>
struct Assign {};
template <int id, class Other, class Right>
struct RightOperand {
    Right right;
};

template <class T>
concept Scalar = std::is_scalar_v<std::decay_t<T>>;

// Scalars are passed by value, so that a lambda can use constants that it does not capture. If the operands'
// types lack the other operator, there is no mutant and nothing is marked as reached.
#define OCTOMATE_SIGN(NAME, SIGN)                                                                           \
    struct NAME {                                                                                           \
        template <class A, class B>                                                                         \
        static constexpr auto apply(A&& a, B&& b) -> decltype(std::forward<A>(a) SIGN std::forward<B>(b)) { \
            return std::forward<A>(a) SIGN std::forward<B>(b);                                              \
        }                                                                                                   \
    };                                                                                                      \
    template <int id, class Other, class A>                                                                 \
    requires Scalar<A>                                                                                      \
    constexpr LeftOperand<id, Other, A> operator SIGN(A a, Op<id, Other>) { return {a}; }                   \
    template <int id, class Other, class A>                                                                 \
    requires(!Scalar<A>) constexpr LeftOperand<id, Other, A&&> operator SIGN(A&& a, Op<id, Other>) {        \
        return {std::forward<A>(a)};                                                                        \
    }                                                                                                       \
    template <int id, class Other, class A, class B>                                                        \
    constexpr auto both_##NAME(LeftOperand<id, Other, A>&& left_operand, B&& b) {                           \
        using Result =                                                                                      \
            std::remove_cvref_t<decltype(std::forward<A>(left_operand.left) SIGN std::forward<B>(b))>;      \
        if constexpr (requires {                                                                            \
                          static_cast<Result>(                                                              \
                              Other::apply(std::forward<A>(left_operand.left), std::forward<B>(b)));        \
                      }) {                                                                                  \
            if (on<id>())                                                                                   \
                return static_cast<Result>(                                                                 \
                    Other::apply(std::forward<A>(left_operand.left), std::forward<B>(b)));                  \
        }                                                                                                   \
        return static_cast<Result>(std::forward<A>(left_operand.left) SIGN std::forward<B>(b));             \
    }                                                                                                       \
    template <int id, class Other, class A, class B>                                                        \
    requires Scalar<B>                                                                                      \
    constexpr auto operator SIGN(LeftOperand<id, Other, A>&& left_operand, B b) {                           \
        return both_##NAME(std::move(left_operand), std::move(b));                                          \
    }                                                                                                       \
    template <int id, class Other, class A, class B>                                                        \
    requires(!Scalar<B>) constexpr auto operator SIGN(LeftOperand<id, Other, A>&& left_operand, B&& b) {    \
        return both_##NAME(std::move(left_operand), std::forward<B>(b));                                    \
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

#define OCTOMATE_ASSIGN(NAME, SIGN)                                                                       \
    struct NAME {                                                                                         \
        template <class A, class B>                                                                       \
        static constexpr auto apply(A& a, const B& b) -> decltype(a SIGN b) {                             \
            return a SIGN b;                                                                              \
        }                                                                                                 \
    };                                                                                                    \
    template <int id, class Other, class B>                                                               \
    requires Scalar<B>                                                                                    \
    constexpr RightOperand<id, Other, B> operator SIGN(Assign<id, Other>, B b) { return {b}; }            \
    template <int id, class Other, class B>                                                               \
    requires(!Scalar<B>) constexpr RightOperand<id, Other, B&&> operator SIGN(Assign<id, Other>, B&& b) { \
        return {std::forward<B>(b)};                                                                      \
    }                                                                                                     \
    template <int id, class Other, class A, class B>                                                      \
    constexpr A& operator SIGN(A& a, RightOperand<id, Other, B>&& right_operand) {                        \
        if constexpr (requires { Other::apply(a, right_operand.right); }) {                               \
            if (on<id>()) {                                                                               \
                Other::apply(a, right_operand.right);                                                     \
                return a;                                                                                 \
            }                                                                                             \
        }                                                                                                 \
        a SIGN std::forward<B>(right_operand.right);                                                      \
        return a;                                                                                         \
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
