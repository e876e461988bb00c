#pragma once

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

/// The units in which the values of a mate search are counted, so that nothing is rounded. With R =
/// chance_unit and r the most plies of one side in a row the unit is 1 / R^(n + (n-1) r) before a move of
/// ours with n of ours to come, and r - j powers finer before the opponent's ply number j, from 0, in a row.
/// A line that gets by with less is scaled up. Where nothing is averaged all units are 1.
template <Position P>
class MateUnits {
  public:
    using Value = std::uint64_t;

    /// With so many moves at most no number overflows.
    static constexpr int most_moves(Dice dice) {
        if (dice != Dice::Mean || chance_unit == 1) return 100;
        int moves = 1;
        for (Value room = std::numeric_limits<Value>::max() / chance_unit / chance_unit;;) {  // one unit more
            for (int ply = 0; ply <= row; ++ply) room /= chance_unit;  // than the values need
            if (room == 0) return moves;
            ++moves;
        }
    }

    explicit MateUnits(Dice dice) : means_(chance_unit > 1 && dice == Dice::Mean) {
        powers_[0] = 1;
        for (std::size_t exponent = 1; exponent < powers_.size(); ++exponent)
            powers_[exponent] = powers_[exponent - 1] * (means_ ? chance_unit : 1);
    }

    bool means() const { return means_; }

    /// How many units after so many plies one before them is.
    Value of_plies(int plies) const {
        assert(!means_ || plies < static_cast<int>(powers_.size()));
        return means_ ? powers_[static_cast<std::size_t>(plies)] : 1;
    }

    /// 1 after a move of ours with so many to come.
    Value after_ours(int left) const { return of_plies(left * (1 + row)); }
    /// 1 before a roll of ours with so many moves to come, this one included.
    Value before_ours(int left) const { return of_plies(left + (left - 1) * row); }
    /// 1 before a roll of the opponent's, `ply` of whose moves went before in a row, with so many of ours to
    /// come.
    Value before_theirs(int left, int ply) const { return of_plies(row - ply + left + (left - 1) * row); }

  private:
    static constexpr unsigned chance_unit = P::chance_unit;
    static constexpr int row = plies_in_a_row<P>;

    bool means_;
    std::array<Value, 64> powers_;  // those that would overflow are never asked for
};

/// A value counted in a unit `factor` times as large as the caller's.
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

    /// In lowest terms, "0" and "1" as such: "71/256".
    std::string text() const {
        const std::uint64_t divisor = std::gcd(numerator, denominator);
        const std::uint64_t below = denominator / divisor;
        const std::string above = std::to_string(numerator / divisor);
        return below == 1 ? above : above + '/' + std::to_string(below);
    }

    bool operator==(const Fraction&) const = default;
};

/// One roll of the side to move.
template <Position P>
struct MateFace {
    typename P::Roll roll{};
    Interval value;       ///< in units of 1 / MateResult::face_unit
    bool forced = false;  ///< the value under Every and Best is 1, whatever the options
    std::vector<typename P::Move>
        best;  ///< all moves that reach the value, in order; none at 0, or if it is not exact
};

/// The value of a position: the chance, or the certainty, of a win.
template <Position P>
struct MateResult {
    std::vector<MateFace<P>> faces;  ///< one per roll of `rolls()`
    Interval total;                  ///< in units of 1 / total_unit
    std::uint64_t face_unit = 1;
    std::uint64_t total_unit = 1;
    std::uint64_t nodes = 0;
    bool complete = true;  ///< false: a limit was hit, and some bounds are no values

    Fraction fraction(std::uint64_t value) const { return {value, face_unit}; }
    Fraction total_fraction(std::uint64_t value) const { return {value, total_unit}; }
};

/// The face of a roll that allows some of the moves whose values are known.
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

}  // namespace octomate::solver
