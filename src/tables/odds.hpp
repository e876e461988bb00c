#pragma once

#include <optional>
#include <string>
#include <vector>

namespace octomate::tables {

/// What the side to move can make sure of, from -1 (lost) to 1 (won): not less than `lower`, and the other
/// side can hold it to `upper`.
struct Bounds {
    double lower = 0;
    double upper = 0;
    /// How many plies a game without chance still lasts, if one side can win it.
    std::optional<int> plies{};

    double middle() const { return (lower + upper) / 2; }
};

/// Bounds that are packed into little room are rounded outwards to units of 2^-packed_bits, so that those of
/// a position are less than 1e-6 further apart.
inline constexpr int packed_bits = 21;

/// What a move is worth to the mover.
struct MoveOdds {
    std::string move;  ///< in full notation
    std::string uci;
    Bounds bounds;
};

/// What a roll is worth to the side to move.
struct RollOdds {
    int face = 0;       ///< 1 and up, or 0 where no die is used
    std::string names;  ///< what the face names
    bool free = false;
    Bounds bounds;
    std::vector<MoveOdds> moves;  ///< that may be played, the best first; none once the game is over

    /// How many of them are as good as the best, as far as the bounds show.
    std::size_t best() const;
};

/// What the tables know of a position.
struct Odds {
    std::string material;  ///< "KQK"
    Bounds bounds;         ///< before the roll
    std::vector<RollOdds> rolls;
};

/// A number from -1 to 1 as a decimal: -1, 0 and 1 as they are, others with twelve digits behind the point.
enum class Rounding { Down, Nearest, Up };
std::string decimal(double number, Rounding rounding = Rounding::Nearest);

/// The middle of bounds, as a whole number only where both are the same.
std::string decimal(const Bounds& bounds);

}  // namespace octomate::tables
