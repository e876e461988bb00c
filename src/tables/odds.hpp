#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/fault.hpp"

namespace octomate::tables {

/// Bounds of the value of a position for the side to move, from -1 (lost) to 1 (won): on average, it can
/// force at least `lower`, and the opponent can hold it to at most `upper`.
struct Bounds {
    double lower = 0;
    double upper = 0;
    /// Plies to the mate, in a game without a die; nullopt if drawn, or with a die.
    std::optional<int> plies{};

    /// The mean of the two bounds.
    double middle() const { return (lower + upper) / 2; }
};

/// The fractional bits of the bounds in packed tables and pocket tables: rounding outwards to 2^-21 widens
/// them by less than 1e-6.
inline constexpr int packed_bits = 21;

/// A move and its value for the mover.
struct MoveOdds {
    std::string move;  ///< the move in the game's own notation
    std::string uci;
    Bounds bounds;
};

/// A roll and its value for the side to move.
struct RollOdds {
    int face = 0;                 ///< from 1, or 0 if no die is rolled
    std::string names;            ///< the pieces or squares that the face names
    bool free = false;            ///< whether every legal move is allowed, because none obeys the face
    Bounds bounds;                ///< bounds of the best move
    std::vector<MoveOdds> moves;  ///< legal moves on this roll, the best first; empty if the game is over

    /// Returns the number of moves at the front of `moves` that may be best: their bounds do not show that
    /// they are worse than the first one.
    std::size_t best_count() const;
};

/// The values of a position, its rolls and moves.
struct Odds {
    std::string material;  ///< such as "KQK"
    Bounds bounds;         ///< bounds of the position before the roll
    std::vector<RollOdds> rolls;
};

/// The direction in which `decimal` rounds.
enum class Rounding { Down, Nearest, Up };
/// Formats a number from -1 to 1 as "-1", "0" or "1", or with twelve decimal places.
std::string decimal(double number, Rounding rounding = Rounding::Nearest);

/// Formats the middle of `bounds`: as "-1", "0" or "1" if both bounds have that value, else with 12 decimals.
std::string decimal(const Bounds& bounds);

/// A small table of one material, embedded in programs without files such as the web page. With a die, bounds
/// are rounded outwards to multiples of 2^-packed_bits; equal bounds that are such a multiple stay exact.
class PocketTable {
  public:
    /// Returns the bytes of a table with the bounds `cells`, indexed by cell; nullopt: no position.
    static std::string packed(const std::vector<std::optional<Bounds>>& cells);

    /// `bytes`: the result of `packed`.
    explicit PocketTable(std::string bytes) : bytes_(std::move(bytes)) {}

    /// The number of cells.
    std::uint64_t cells() const { return bytes_.size() / bytes_of_number - 1; }
    /// Returns the bounds of `cell`, which must be below `cells()` and a position.
    Bounds at(std::uint64_t cell) const;

  private:
    static constexpr std::size_t bytes_of_number = 3;

    std::int32_t number(std::uint64_t index) const;

    /// Numbers of three bytes: the lowest byte of every number, then the next of each, then the highest.
    /// Number 0 is the gap in units between the two bounds of a cell where they differ; 0 means that the
    /// table holds plies to the mate. Number 1 + cell encodes the cell: see `encode_bounds` and
    /// `encode_plies`.
    std::string bytes_;
};

/// Access to the pocket tables of a game.
class PocketTables {
  public:
    /// The most pieces of a pocket table, kings included.
    static constexpr int most_pieces = 3;

    virtual ~PocketTables() = default;

    /// A function that returns the table of `material` in `game`, or null if there is none.
    using FindTable = const PocketTable* (*)(std::string_view game, const std::string& material);

    /// Returns the values of the position `fen`, its rolls and moves, or the faults of the FEN; nullopt if a
    /// table is missing.
    virtual Expected<std::optional<Odds>, Faults> odds(std::string_view fen, FindTable find_table) const = 0;
};

}  // namespace octomate::tables
