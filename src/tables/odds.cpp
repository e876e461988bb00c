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

namespace {

constexpr double unit = 1.0 / (1 << packed_bits);
constexpr std::int32_t zero =
    1 << (packed_bits + 1);  // added to every number, so that stored numbers are not negative

/// Encodes bounds: twice the lower bound in units, plus 1 if the upper bound differs.
std::int32_t number_of_bounds(const Bounds& bounds) {
    const auto low = static_cast<std::int32_t>(std::floor(bounds.lower / unit));
    return 2 * low + (bounds.upper == low * unit ? 0 : 1);
}

/// Encodes plies to the mate: 0 for a draw, else plies + 1, negative if the side to move loses.
std::int32_t number_of_plies(const Bounds& bounds) {
    if (!bounds.plies) return 0;
    return bounds.lower < 0 ? -*bounds.plies - 1 : *bounds.plies + 1;
}

}  // namespace

std::string PocketTable::packed(const std::vector<std::optional<Bounds>>& cells) {
    const bool plies =
        std::any_of(cells.begin(), cells.end(), [](const auto& one) { return one && one->plies; });
    std::int32_t spread = plies ? 0 : 1;
    for (const auto& one : cells) {
        if (!one || plies) continue;
        const double units = std::ceil(one->upper / unit) - std::floor(one->lower / unit);
        spread = std::max(spread, static_cast<std::int32_t>(units));
    }
    std::vector<std::int32_t> numbers = {spread};
    for (const auto& one : cells)  // a repeated number compresses best
        numbers.push_back(!one ? numbers.back()
                               : zero + (plies ? number_of_plies(*one) : number_of_bounds(*one)));
    std::string bytes;
    for (std::size_t byte = 0; byte < bytes_of_number; ++byte) {
        for (const std::int32_t number : numbers) bytes += static_cast<char>(number >> (8 * byte));
    }
    return bytes;
}

std::int32_t PocketTable::number(std::uint64_t index) const {
    std::int32_t number = 0;
    for (std::size_t byte = bytes_of_number; byte-- > 0;)
        number = number << 8 | static_cast<unsigned char>(bytes_[byte * (cells() + 1) + index]);
    return number;
}

Bounds PocketTable::at(std::uint64_t cell) const {
    const std::int32_t spread = number(0), number = this->number(cell + 1) - zero;
    if (spread == 0) {
        const double sign = number < 0 ? -1 : 1;
        return number == 0 ? Bounds() : Bounds{sign, sign, std::abs(number) - 1};
    }
    const std::int32_t low = number >> 1;
    return {low * unit, std::min(1.0, (low + (number & 1) * spread) * unit), {}};
}

}  // namespace octomate::tables
