#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/expected.hpp"
#include "core/fault.hpp"
#include "tables/odds.hpp"

namespace octomate::tables {

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
    /// Most men of a class that has one, kings included.
    static constexpr int most_men = 3;

    virtual ~PocketTables() = default;

    /// Finds the table of a material; null if there is none.
    using Find = const PocketTable* (*)(std::string_view game, const std::string& material);

    /// What they say of a position, its rolls and moves; none if a table is missing.
    virtual Expected<std::optional<Odds>, Faults> odds(std::string_view fen, Find find) const = 0;
};

}  // namespace octomate::tables
