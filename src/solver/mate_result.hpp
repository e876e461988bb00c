#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

#include "core/position.hpp"
#include "solver/bounds_table.hpp"
#include "solver/fold.hpp"
#include "solver/mate_options.hpp"

namespace octomate::solver {

/// The denominators of the values of a mate search. Each mean over rolls divides by R = chance_unit, so a
/// denominator is R to the power of the greatest number of rolls that remain. With r the most plies of one
/// side in a row and n moves of ours remaining, that is n + (n-1) r before our roll, and r - j more before
/// the opponent's roll number j in a row, from 0. Values of lines with fewer rolls are scaled up. Without
/// averaging every denominator is 1.
template <Position P>
class MateUnits {
  public:
    using Value = std::uint64_t;

    /// The greatest number of moves with which no value overflows 64 bits; 100 where nothing is averaged.
    static constexpr int most_moves(Dice dice) {
        if (dice != Dice::Mean || chance_unit == 1) return 100;
        int moves = 1;
        // Two powers of R are left over: one for the first roll, one to spare.
        for (Value limit = std::numeric_limits<Value>::max() / chance_unit / chance_unit;;) {
            for (int ply = 0; ply <= max_run; ++ply) limit /= chance_unit;
            if (limit == 0) return moves;
            ++moves;
        }
    }

    explicit MateUnits(Dice dice) : means_(chance_unit > 1 && dice == Dice::Mean) {
        powers_[0] = 1;
        for (std::size_t exponent = 1; exponent < powers_.size(); ++exponent)
            powers_[exponent] = powers_[exponent - 1] * (means_ ? chance_unit : 1);
    }

    /// Whether values are means over rolls, so that denominators matter.
    bool uses_means() const { return means_; }

    /// The denominator with `rolls` rolls remaining: R to that power.
    Value for_rolls(int rolls) const {
        assert(!means_ || rolls < static_cast<int>(powers_.size()));
        return means_ ? powers_[static_cast<std::size_t>(rolls)] : 1;
    }

    /// The denominator after a move of ours, `moves_left` of ours remaining.
    Value after_ours(int moves_left) const { return for_rolls(moves_left * (1 + max_run)); }
    /// The denominator before our roll, `moves_left` moves of ours remaining (at least 1).
    Value before_ours(int moves_left) const { return for_rolls(moves_left + (moves_left - 1) * max_run); }
    /// The denominator before the opponent's roll, after `ply` moves of the opponent in a row, `moves_left`
    /// moves of ours remaining.
    Value before_theirs(int moves_left, int ply) const {
        return for_rolls(max_run - ply + moves_left + (moves_left - 1) * max_run);
    }

  private:
    static constexpr unsigned chance_unit = P::chance_unit;
    static constexpr int max_run = plies_in_a_row<P>;

    bool means_;
    std::array<Value, 64> powers_;  // R^i, or 1 without averaging; those that overflow are never used
};

/// Calls `search(window)`, whose values have a denominator `factor` times smaller than the caller's: divides
/// `window` by `factor`, rounding outwards, and multiplies the result.
template <class Search>
Interval scaled(std::uint64_t factor, const Window& window, Search search) {
    if (factor == 1) return search(window);
    const std::uint64_t beta = window.beta / factor + (window.beta % factor == 0 ? 0 : 1);
    const Interval bounds = search({window.alpha / factor, beta});
    return {bounds.lower * factor, bounds.upper * factor};
}

/// An exact number from 0 to 1.
struct Fraction {
    std::uint64_t numerator = 0;
    std::uint64_t denominator = 1;  ///< at least 1

    /// The fraction in lowest terms: "0", "1", "71/256".
    std::string text() const {
        const std::uint64_t divisor = std::gcd(numerator, denominator);
        const std::uint64_t lowest_denominator = denominator / divisor;
        const std::string lowest_numerator = std::to_string(numerator / divisor);
        return lowest_denominator == 1 ? lowest_numerator
                                       : lowest_numerator + '/' + std::to_string(lowest_denominator);
    }

    bool operator==(const Fraction&) const = default;
};

/// The value of one roll of the side to move, and the moves that reach it.
template <Position P>
struct MateFace {
    typename P::Roll roll{};
    Interval value;            ///< bounds of the value, in units of 1 / MateResult::face_unit
    bool forced = false;       ///< whether the win is certain against every roll and defence
    bool forced_known = true;  ///< false if a limit left `forced` undecided; it is then false
    /// All moves that reach the value, sorted; empty if it is 0 or not exact.
    std::vector<typename P::Move> best;
};

/// The value of a position: the probability, or under Every and Some the certainty, of a win.
template <Position P>
struct MateResult {
    std::vector<MateFace<P>> faces;  ///< one per roll of `rolls()`
    Interval total;                  ///< bounds of the position's value, in units of 1 / total_unit
    std::uint64_t face_unit = 1;
    std::uint64_t total_unit = 1;
    std::uint64_t nodes = 0;
    bool complete = true;  ///< false if a limit was hit and some values are only bounds

    /// Converts the value of a face to a fraction.
    Fraction fraction(std::uint64_t value) const { return {value, face_unit}; }
    /// Converts the value of the whole position to a fraction.
    Fraction total_fraction(std::uint64_t value) const { return {value, total_unit}; }
};

/// Returns the face of `roll`: the greatest value among the moves of `allowed`, and the moves that reach it.
/// `values` holds the bounds of `moves`, index by index.
template <Position P>
MateFace<P> face_of(const typename P::Roll& roll, const MoveList<P>& allowed, const MoveList<P>& moves,
                    const std::vector<Interval>& values) {
    MateFace<P> face;
    face.roll = roll;
    for (std::size_t number = 0; number < moves.size(); ++number) {
        if (is_among(allowed, moves[number]))
            face.value = choose(Choice::Greatest, face.value, values[number]);
    }
    if (!face.value.exact() || face.value.lower == 0) return face;
    for (std::size_t number = 0; number < moves.size(); ++number) {
        if (values[number].lower == face.value.lower && is_among(allowed, moves[number]))
            face.best.push_back(moves[number]);
    }
    return face;
}

/// Sets `forced` of each face. If `value_suffices`, a face is forced if its value is 1; otherwise
/// `solve_strictly()`, a search against every roll and defence, decides. Returns false if a limit stopped
/// that search before it decided every face.
template <Position P, class Solve>
bool mark_forced(MateResult<P>& result, bool value_suffices, Solve solve_strictly) {
    const auto certain = [&](const MateFace<P>& face) { return face.value.lower == result.face_unit; };
    for (MateFace<P>& face : result.faces) face.forced = certain(face);
    if (value_suffices || std::none_of(result.faces.begin(), result.faces.end(), certain)) return true;
    const MateResult<P> strict = solve_strictly();
    bool known = true;
    for (std::size_t number = 0; number < result.faces.size(); ++number) {
        MateFace<P>& face = result.faces[number];
        if (!face.forced) continue;
        face.forced = strict.faces[number].forced;
        face.forced_known = face.forced || strict.faces[number].value.upper < strict.face_unit;
        known = known && face.forced_known;
    }
    return known;
}

}  // namespace octomate::solver
