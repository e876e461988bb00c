// A second solver of mates in several moves: plain recursion on the naive rules without hash table or
// cut-offs, to check the fast one. See README.md.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "naive.hpp"

namespace naive {

// How the values of a roll's faces combine: their mean, the worst for us, or the best for us.
enum class Dice { mean, every, some };

// Which reply the opponent picks: the worst for us, or the best for us.
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

// An exact non-negative fraction whose denominator is a power of two, always in lowest terms.
class Fraction {
  public:
    Fraction() = default;                    // 0
    explicit Fraction(std::uint32_t whole);  // an integer

    Fraction operator+(const Fraction& other) const;
    Fraction divided_by_8() const;

    bool operator==(const Fraction& other) const = default;
    std::strong_ordering operator<=>(const Fraction& other) const;

    // Writes the fraction, such as "71/256", or "0" or "1".
    std::string to_string() const;

  private:
    using Digits =
        std::vector<std::uint32_t>;  // base 2^32, least significant first, without leading zeros; 0 is empty

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
    bool forced = false;            // the value is 1 in the mode every/best, whatever this mode is
    std::vector<std::string> best;  // uci of all moves that reach the value, sorted; empty at 0
};

struct MateResult {
    Fraction total;
    std::vector<MateFace> faces;  // eight, or a single one with face 0 in check and in the parent game
};

// Computes the values for the side to move of mating within `moves` of its own moves, in all modes at once.
std::array<MateResult, all_modes.size()> mate_values(const Position& position, int moves);

// Computes the value in one mode.
MateResult mate_value(const Position& position, int moves, Dice dice, Defence defence);

}  // namespace naive
