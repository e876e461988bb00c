#pragma once

#include <string_view>

#include "games/super_chess/rules/position.hpp"

namespace octomate::super_chess {

/// A move as written; not checked yet.
struct MoveText {
    Move move;
    char suffix = 0;  ///< '+', '#' or 0
};

/// Reads a move of section 14, "O-O" with zeros too, and "e7e8q" for "e7e8=Q". "!" and "?" behind are
/// skipped. A text that is not a move at all is NotAMove, with the offset at which the reading stopped and an
/// empty field.
Expected<MoveText, Fault> read_move_text(std::string_view text);

/// The stack that arrives somewhere by a move of a position, without what it finds there; none by a travel.
Stack goer(const Position& position, Move move);

/// The kind of what a move captures, en passant or not; None without a capture.
Kind victim(const Position& position, Move move);

/// Whether a move hops.
bool hops(const Position& position, Move move);

}  // namespace octomate::super_chess
