#include "tables/odds.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace octomate::tables {

std::size_t RollOdds::best() const {
    const auto worse = [&](const MoveOdds& move) {
        return move.bounds.upper < moves.front().bounds.lower ||
               move.bounds.plies != moves.front().bounds.plies;
    };
    return static_cast<std::size_t>(std::find_if(moves.begin(), moves.end(), worse) - moves.begin());
}

namespace {

constexpr double scale = 1e12;  // finer than the bounds of any table

std::string fixed(double number) { return fmt::format("{:.12f}", number); }

}  // namespace

std::string decimal(double number, Rounding rounding) {
    if (number == std::trunc(number)) return fmt::format("{:.0f}", number == 0 ? 0.0 : number);
    const double scaled = number * scale;
    return fixed((rounding == Rounding::Down ? std::floor(scaled)
                  : rounding == Rounding::Up ? std::ceil(scaled)
                                             : std::round(scaled)) /
                 scale);
}

std::string decimal(const Bounds& bounds) {
    return bounds.lower == bounds.upper ? decimal(bounds.lower) : fixed(bounds.middle());
}

}  // namespace octomate::tables
