#pragma once

#include <cstdint>
#include <numeric>
#include <string>

namespace octomate::solver {

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

}  // namespace octomate::solver
