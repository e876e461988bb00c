#pragma once

#include <optional>
#include <string_view>

#include "core/position.hpp"
#include "games/superpermutation/rules/position.hpp"

namespace octomate::superpermutation {

/// The parts of a move's text, in full notation or in the machine form. Nothing is checked against a
/// position.
struct MoveText {
    std::optional<board8::Kind> piece;  ///< always set in full notation
    board8::Square from = 0;
    board8::Square to = 0;
    std::optional<board8::Square> end;      ///< the square where the cascade ends, if the text has one
    std::optional<board8::Kind> promotion;  ///< knight, bishop, rook or queen
    std::optional<bool> capture;            ///< true for "x", false for "-", nullopt in the machine form
    char suffix = 0;                        ///< '+', '#' or 0

    /// Whether the text is in the machine form, which names no piece, capture, cascade or check.
    bool machine_form() const { return !capture.has_value(); }
};

/// Parses full notation ("Qd1-a4-a5+", "h7-h8=N#", "Ke8xd7") or the machine form ("d1a4", "a4a3q"), and skips
/// "!" and "?" behind the move. Any other text gives the fault NotAMove, with an empty field and the offset
/// where parsing stopped.
Expected<MoveText, Fault> read_move_text(std::string_view text);

}  // namespace octomate::superpermutation
