#pragma once

#include "core/tabled.hpp"
#include "games/superpermutation/position.hpp"

namespace octomate::superpermutation {

/// The moves of a position by the rules once more: square by square, each tried on a copy of the board. It
/// shares nothing with `legal_moves`, and is some hundred times as slow.
template <class Rules>
Turn<Position<Rules>> plain_turn(const Position<Rules>& position);

}  // namespace octomate::superpermutation
