#pragma once

#include <concepts>
#include <optional>
#include <string>
#include <string_view>

#include "core/expected.hpp"
#include "core/fault.hpp"
#include "core/position.hpp"

namespace octomate {

/// The legal move that a text names. `remarks` are faults that leave it clear which move is meant.
template <class Move>
struct ReadMove {
    Move move;
    Faults remarks;
};

/// A position that can be read and written. `variant()` names its game, options included, and `read_fen`
/// reads a position of that very game, whichever position is asked. `Roll::face` is 1…8, or 0 where no die is
/// used; moves are ordered as their machine forms.
template <class P>
concept Written = Passes<P> &&
    requires(const P& pos, typename P::Move move, typename P::Roll roll, std::string_view text) {
    { pos.variant() } -> std::same_as<std::string_view>;
    { pos.read_fen(text) } -> std::same_as<Expected<Read<P>, Faults>>;
    { pos.fen() } -> std::same_as<std::string>;
    { pos.in_check() } -> std::same_as<bool>;
    { pos.notation(move) } -> std::same_as<std::string>;
    { pos.uci(move) } -> std::same_as<std::string>;
    { pos.read_move(text) } -> std::same_as<Expected<ReadMove<typename P::Move>, Fault>>;
    { roll.face } -> std::convertible_to<int>;
    { pos.file_of(roll) } -> std::same_as<char>;
};

}  // namespace octomate
