#pragma once

#include <algorithm>

/// Sums of points that grade puzzles, the same for every game: the README tells which.
namespace octomate::points {

/// What the solver of a puzzle has to look through.
struct Search {
    int moves = 0;        ///< legal moves that may be played where the puzzle is won
    int tries = 0;        ///< of these, checks that do not win
    int near_misses = 0;  ///< of these, checks that leave one answer
    int winning = 0;      ///< moves that win
    int duals = 0;        ///< winning moves too many: all but one on each face that binds the move
};

/// The men of a puzzle.
struct Men {
    int all = 0;
    int working = 0;    ///< in the mate in which the fewest do
    int unnatural = 0;  ///< who look like no men of a game
};

/// A sum of points as a score: two straight lines, steep up to `knee` points, which give `at_knee`, and flat
/// from there to `top` points, which give 100; so that play at random fills the range, and good compositions
/// still differ.
constexpr int score(int sum, int knee, int at_knee, int top) {
    if (sum <= knee) return std::max(0, sum * at_knee / knee);
    return std::min(100, at_knee + (sum - knee) * (100 - at_knee) / (top - knee));
}

/// How hard the search and the themes, with their points, make it: 0…100.
constexpr int difficulty(const Search& search, int of_themes) {
    const int sum = std::min(30, 3 * (search.moves - search.winning)) + std::min(16, 4 * search.tries) +
                    std::min(10, 5 * search.near_misses) + of_themes;
    return score(sum, 60, 75, 110);
}

/// How good the men, the key and the themes are: 0…100.
constexpr int quality(const Men& men, const Search& search, int of_themes) {
    const int sum = 15 + 30 * men.working / men.all +
                    std::min(10, 2 * search.tries + 2 * search.near_misses) + of_themes -
                    std::min(30, 15 * search.duals) - std::min(20, 5 * men.unnatural);
    return score(sum, 40, 60, 110);
}

}  // namespace octomate::points
