#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/fault.hpp"

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

/// The values of one class in little room, for programs without files. Where chance decides, bounds are
/// rounded outwards to multiples of 2^-packed_bits; those that are the same and such a multiple stay exact.
class PocketTable {
  public:
    /// The bytes that hold the bounds of cells; where there are none, anything may be read.
    static std::string packed(const std::vector<std::optional<Bounds>>& cells);

    /// Takes the bytes that `packed` gave.
    explicit PocketTable(std::string bytes) : bytes_(std::move(bytes)) {}

    std::uint64_t cells() const { return bytes_.size() / bytes_of_number - 1; }
    /// The bounds of one of them that has some.
    Bounds at(std::uint64_t cell) const;

  private:
    static constexpr std::size_t bytes_of_number = 3;

    std::int32_t number(std::uint64_t place) const;

    /// By bytes, the lowest of all numbers first: how many units apart bounds are that are not the same (0:
    /// the others are plies), and the number of each cell.
    std::string bytes_;
};

/// What pocket tables say of the positions of a game.
class PocketTables {
  public:
    /// Most pieces of a class that has one, kings included.
    static constexpr int most_pieces = 3;

    virtual ~PocketTables() = default;

    /// Finds the table of a material; null if there is none.
    using Find = const PocketTable* (*)(std::string_view game, const std::string& material);

    /// What they say of a position, its rolls and moves; none if a table is missing.
    virtual Expected<std::optional<Odds>, Faults> odds(std::string_view fen, Find find) const = 0;
};

}  // namespace octomate::tables
