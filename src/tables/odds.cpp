#include "tables/odds.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace octomate::tables {

std::size_t RollOdds::best_count() const {
    const auto is_worse = [&](const MoveOdds& move) {
        return move.bounds.upper < moves.front().bounds.lower ||
               move.bounds.plies != moves.front().bounds.plies;
    };
    return static_cast<std::size_t>(std::find_if(moves.begin(), moves.end(), is_worse) - moves.begin());
}

namespace {

constexpr double scale = 1e12;  // for twelve decimal places

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
constexpr std::int32_t stored_zero =
    1 << (packed_bits + 1);  // added to every number, so that stored numbers are not negative

/// Encodes bounds: twice the lower bound in units, plus 1 if the upper bound differs.
std::int32_t encode_bounds(const Bounds& bounds) {
    const auto low = static_cast<std::int32_t>(std::floor(bounds.lower / unit));
    return 2 * low + (bounds.upper == low * unit ? 0 : 1);
}

/// Encodes plies to the mate: 0 for a draw, else plies + 1, negative if the side to move loses.
std::int32_t encode_plies(const Bounds& bounds) {
    if (!bounds.plies) return 0;
    return bounds.lower < 0 ? -*bounds.plies - 1 : *bounds.plies + 1;
}

}  // namespace

std::string PocketTable::packed(const std::vector<std::optional<Bounds>>& cells) {
    const bool has_plies =
        std::any_of(cells.begin(), cells.end(), [](const auto& bounds) { return bounds && bounds->plies; });
    std::int32_t gap = has_plies ? 0 : 1;
    for (const auto& bounds : cells) {
        if (!bounds || has_plies) continue;
        const double units = std::ceil(bounds->upper / unit) - std::floor(bounds->lower / unit);
        gap = std::max(gap, static_cast<std::int32_t>(units));
    }
    std::vector<std::int32_t> numbers = {gap};
    for (const auto& bounds : cells)  // a cell without position repeats a number, which compresses best
        numbers.push_back(!bounds
                              ? numbers.back()
                              : stored_zero + (has_plies ? encode_plies(*bounds) : encode_bounds(*bounds)));
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
    const std::int32_t gap = number(0), number = this->number(cell + 1) - stored_zero;
    if (gap == 0) {
        const double sign = number < 0 ? -1 : 1;
        return number == 0 ? Bounds() : Bounds{sign, sign, std::abs(number) - 1};
    }
    const std::int32_t low = number >> 1;
    return {low * unit, std::min(1.0, (low + (number & 1) * gap) * unit), {}};
}

}  // namespace octomate::tables
