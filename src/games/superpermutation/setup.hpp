#pragma once

#include <string>
#include <string_view>

#include "board8/placement.hpp"
#include "core/position.hpp"

namespace octomate::superpermutation {

/// Men and a side to move.
struct Setup {
    board8::Placement men;
    Color turn = Color::White;
};

/// The usual array, White to move.
const Setup& initial_setup();

/// Reads a FEN and accepts only positions of section 5: one king a side, no pawn on its own last rank (its
/// own first rank is fine), the side not to move not in check. Two to six fields; castling, en passant and
/// clocks are checked for form, and noted as ignored unless they are "-" or clocks (R8). All faults are
/// reported, with offsets in the FEN.
Expected<Read<Setup>, Faults> read_setup(std::string_view fen);

/// "<board> <side> - - 0 1".
std::string write_setup(const Setup& setup);

}  // namespace octomate::superpermutation
