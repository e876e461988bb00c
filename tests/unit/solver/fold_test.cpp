// Compares the bounds and windows of a fold over faces with all values that the remaining faces can have.
#include "solver/fold.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdint>
#include <vector>

namespace octomate::solver {

namespace {

using Value = std::uint64_t;
using Values = std::vector<Value>;

constexpr unsigned rolls = 4;  // the number of rolls, each of weight 1
constexpr Value one = 2;

constexpr Dice all_dice[] = {Dice::Mean, Dice::Every, Dice::Some};
constexpr Choice both[] = {Choice::Least, Choice::Greatest};

/// Returns the total over the bound faces `faces` and `free` free ones, in the unit of the total.
Value total_of(Dice dice, Choice choice, const Values& faces, Value free) {
    if (dice == Dice::Every) return *std::min_element(faces.begin(), faces.end());
    if (dice == Dice::Some) return *std::max_element(faces.begin(), faces.end());
    Value sum = free * (choice == Choice::Least ? *std::min_element(faces.begin(), faces.end())
                                                : *std::max_element(faces.begin(), faces.end()));
    for (const Value face : faces) sum += face;
    return sum;
}

/// Returns all ways to complete `known_faces` to `count` faces.
std::vector<Values> completions(const Values& known_faces, std::size_t count) {
    std::vector<Values> all = {known_faces};
    while (all.front().size() < count) {
        std::vector<Values> longer;
        for (const Values& values : all) {
            for (Value value = 0; value <= one; ++value) {
                longer.push_back(values);
                longer.back().push_back(value);
            }
        }
        all = std::move(longer);
    }
    return all;
}

Interval range(Dice dice, Choice choice, const Values& known_faces, Value free) {
    Interval bounds{~Value{0}, 0};
    for (const Values& values : completions(known_faces, rolls - free)) {
        const Value whole = total_of(dice, choice, values, free);
        bounds = {std::min(bounds.lower, whole), std::max(bounds.upper, whole)};
    }
    return bounds;
}

Fold<rolls> fold_of(Dice dice, Choice choice, const Values& faces, Value free) {
    Fold<rolls> fold(dice, rolls, one, free, choice);
    for (const Value face : faces) fold.add({face, face}, 1);
    return fold;
}

/// Calls `test(dice, choice, faces, free)` for every sequence of face values that a fold may begin with.
template <class Test>
void for_all(Test test) {
    for (const Dice dice : all_dice) {
        for (const Choice choice : both) {
            for (const Value free : {Value{0}, Value{1}}) {
                for (std::size_t count = 0; count <= rolls - free; ++count) {
                    for (const Values& faces : completions({}, count)) test(dice, choice, faces, free);
                }
            }
        }
    }
}

/// Checks whether the total within a window depends on the next face being worth `value` or the next greater
/// value.
bool matters(Dice dice, Choice choice, Values faces, Value free, Value value, const Window& whole) {
    const auto wholes = [&](Value next) {
        faces.push_back(next);
        std::vector<Value> found;
        for (const Values& values : completions(faces, rolls - free))
            found.push_back(std::clamp(total_of(dice, choice, values, free), whole.alpha, whole.beta));
        faces.pop_back();
        return found;
    };
    return wholes(value) != wholes(value + 1);
}

}  // namespace

TEST_CASE("the bounds of a fold are as tight as the remaining faces allow", "[solver]") {
    std::size_t wrong = 0;
    for_all([&](Dice dice, Choice choice, const Values& faces, Value free) {
        if (!(fold_of(dice, choice, faces, free).bounds() == range(dice, choice, faces, free))) ++wrong;
    });
    CHECK(wrong == 0);
}

TEST_CASE("the window of the next face excludes all values without influence, and no others", "[solver]") {
    std::size_t unsound = 0, wide = 0;
    for_all([&](Dice dice, Choice choice, const Values& faces, Value free) {
        if (faces.size() == rolls - free) return;
        const Fold<rolls> fold = fold_of(dice, choice, faces, free);
        const Value most = dice == Dice::Mean ? rolls * one : one;
        for (Value alpha = 0; alpha < most; ++alpha) {
            for (Value beta = alpha + 1; beta <= most; ++beta) {
                const Window window = fold.window({alpha, beta}, 1);
                for (Value value = 0; value < one; ++value) {
                    const bool inside = value >= window.alpha && value + 1 <= window.beta;
                    const bool needed = matters(dice, choice, faces, free, value, {alpha, beta});
                    if (needed && !inside) ++unsound;
                    if (!needed && inside && free == 0) ++wide;
                }
            }
        }
    });
    CHECK(unsound == 0);
    CHECK(wide == 0);
}

TEST_CASE("the best of several moves is found with as few evaluations as possible", "[solver]") {
    const auto count_evaluations = [](Choice choice, const Values& values, const Window& window,
                                      Interval expected) {
        std::size_t count = 0;
        const Interval found = search_moves(values, choice, 9, window, [&](Value value, const Window&) {
            ++count;
            return Interval{value, value};
        });
        CHECK(found == expected);
        return count;
    };
    const Values values = {5, 3, 7, 4};
    CHECK(count_evaluations(Choice::Greatest, values, {0, 9}, {7, 7}) == 4);
    CHECK(count_evaluations(Choice::Least, values, {0, 9}, {3, 3}) == 4);
    CHECK(count_evaluations(Choice::Greatest, values, {0, 5}, {5, 9}) == 1);
    CHECK(count_evaluations(Choice::Greatest, values, {0, 6}, {7, 9}) == 3);
    CHECK(count_evaluations(Choice::Least, values, {3, 9}, {0, 3}) == 2);
    CHECK(count_evaluations(Choice::Least, values, {5, 9}, {0, 5}) == 1);
    CHECK(count_evaluations(Choice::Greatest, {4, 9, 1}, {0, 20}, {9, 9}) == 2);
    CHECK(count_evaluations(Choice::Least, {4, 0, 1}, {0, 9}, {0, 0}) == 2);
}

TEST_CASE("a move is evaluated in the window that the moves before it leave", "[solver]") {
    const Values values = {2, 6, 4};
    std::vector<Value> limits;
    search_moves(values, Choice::Greatest, 9, {1, 9}, [&](Value value, const Window& window) {
        limits.push_back(window.alpha);
        return Interval{value, value};
    });
    CHECK(limits == std::vector<Value>{1, 2, 6});
    limits.clear();
    search_moves(values, Choice::Least, 9, {0, 5}, [&](Value value, const Window& window) {
        limits.push_back(window.beta);
        return Interval{value, value};
    });
    CHECK(limits == std::vector<Value>{5, 2, 2});
}

}  // namespace octomate::solver
