#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "board8/man.hpp"
#include "board8/square.hpp"
#include "core/expected.hpp"
#include "core/fault.hpp"

namespace octomate::board8 {

/// Who stands where; any arrangement, however absurd.
using Placement = std::array<std::optional<Man>, 64>;

/// A placement and, for each man, the offset of its letter in the text.
struct ReadPlacement {
    Placement men;
    std::array<std::size_t, 64> offset;
};

/// Reads the first field of a FEN. Faults carry the field "fen"; each faulty rank is told.
Expected<ReadPlacement, Faults> read_placement(std::string_view text);

/// The first field of a FEN, with the longest runs of empty squares.
std::string write_placement(const Placement& men);

}  // namespace octomate::board8
