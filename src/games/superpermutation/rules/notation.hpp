#pragma once

#include <optional>
#include <string_view>

#include "core/position.hpp"
#include "games/superpermutation/rules/position.hpp"

namespace octomate::superpermutation {

/// A move as written, in full notation or in the machine form; not checked yet.
struct MoveText {
    std::optional<board8::Kind> piece;  ///< none: a pawn in full notation, not said in the machine form
    board8::Square from = 0;
    board8::Square to = 0;
    std::optional<board8::Square> end;      ///< where the cascade is said to end
    std::optional<board8::Kind> promotion;  ///< knight, bishop, rook or queen
    std::optional<bool> capture;            ///< "x" or "-"; none: the machine form
    char suffix = 0;                        ///< '+', '#' or 0

    /// The machine form says neither piece, capture, cascade nor check.
    bool machine_form() const { return !capture.has_value(); }
};

/// Reads "Qd1-a4-a5+", "h7-h8=N#", "Ke8xd7", "d1a4" or "a4a3q". "!" and "?" behind the move are skipped. A
/// text that is not a move in full is NotAMove, with the offset at which the reading stopped and an empty
/// field.
Expected<MoveText, Fault> read_move_text(std::string_view text);

}  // namespace octomate::superpermutation
