#pragma once

#include <string_view>

#include "games/complete_permutation/rules/position.hpp"

namespace octomate::complete_permutation {

/// One man's step as written; not checked yet.
struct StepText {
    std::optional<Kind> kind;  ///< named by a letter; none: a pawn, or not said
    Square from = 0;
    Square to = 0;
    Promotion promotion;
    std::optional<bool> capture;  ///< "x" or "-"; none: the machine form
};

/// A turn as written.
struct MoveText {
    std::vector<StepText> steps;  ///< one or two
    char suffix = 0;              ///< '+', '#' or 0
};

/// Reads "Cb1-c4", "b7xa8=D+", "a2-a4,b2-b3", "b1c4", "b7b8=-" or "b7b8d". "!" and "?" behind are skipped. A
/// text that is not a move at all is NotAMove, with the offset at which the reading stopped and an empty
/// field.
Expected<MoveText, Fault> read_move_text(std::string_view text);

/// Whether a step of a position captures, en passant or not.
bool captures(const State& state, Step step);

/// The same of one of the steps of a turn: the second is made where the first has been.
bool captures(const State& state, Move move, Step step);

/// Whether it is a king's exchange with a man of its own (R6).
bool is_swap(const State& state, Step step);

}  // namespace octomate::complete_permutation
