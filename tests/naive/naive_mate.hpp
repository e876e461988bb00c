// The value of a position with longer mates, worked out a second time: plain recursion on the naive rules,
// with no table and no cut-off, so that it can judge the fast implementation. See README.md.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "naive.hpp"

namespace naive {

// How a roll counts: as the mean of the eight, the worst for us, or the best for us.
enum class Dice { mean, every, some };

// What the opponent picks: what is worst for us, or what is best for us.
enum class Defence { best, help };

struct Mode {
    Dice dice = Dice::mean;
    Defence defence = Defence::best;
};

inline constexpr std::array<Mode, 6> all_modes = {{{Dice::mean, Defence::best},
                                                   {Dice::mean, Defence::help},
                                                   {Dice::every, Defence::best},
                                                   {Dice::every, Defence::help},
                                                   {Dice::some, Defence::best},
                                                   {Dice::some, Defence::help}}};

// An exact number, not negative, whose denominator is a power of two; always in lowest terms.
class Fraction {
  public:
    Fraction() = default;                    // 0
    explicit Fraction(std::uint32_t whole);  // a whole number, 0 or 1 say

    Fraction operator+(const Fraction& other) const;
    Fraction divided_by_8() const;

    bool operator==(const Fraction& other) const = default;
    std::strong_ordering operator<=>(const Fraction& other) const;

    // "0", "1", "71/256"
    std::string to_string() const;

  private:
    using Digits = std::vector<std::uint32_t>;  // base 2^32, lowest first, no zeros at the top; 0 is empty

    static Digits doubled(const Digits& digits, std::size_t times);
    static Digits halved(const Digits& digits);
    static Digits sum(const Digits& a, const Digits& b);
    static std::strong_ordering compared(const Digits& a, const Digits& b);
    static std::string decimal(Digits digits);

    void reduce();

    Digits numerator_;
    std::size_t exponent_ = 0;  // the denominator is 2 to this power
};

struct MateFace {
    int face = 0;  // 0 when no die is used
    Fraction value;
    bool forced = false;            // the value would be 1 under every/best, whatever the options
    std::vector<std::string> best;  // uci of all moves that reach the value, sorted; empty at 0
};

struct MateResult {
    Fraction total;
    std::vector<MateFace> faces;  // eight, or a single one with face 0 in check and in the parent game
};

// The values for the side to move, with at most `moves` moves of its own, the last giving mate: in all modes,
// for the moves are the same in each.
std::array<MateResult, all_modes.size()> mate_values(const Position& position, int moves);

// The one in a single mode.
MateResult mate_value(const Position& position, int moves, Dice dice, Defence defence);

}  // namespace naive
