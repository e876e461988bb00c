#pragma once

#include <concepts>
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

/// The die of a game, and the words for it.
struct Die {
    int faces = 0;               ///< they are numbered from 1
    std::string_view names;      ///< what each of them names: "file"
    std::string_view one_named;  ///< one of those, `{}` standing for its name: "the {}-file"
    std::string_view serve;      ///< what moves do that a face allows: "land on"
    std::string_view serves;     ///< what one of them does: "lands on"

    /// "the e-file".
    std::string named(std::string_view name) const {
        return std::string(one_named).replace(one_named.find("{}"), 2, name);
    }
    /// Why a face may leave the move free: "no move lands on that file".
    std::string why_free() const {
        return std::string("no move ").append(serves).append(" that ").append(names);
    }
};

/// A game with a die; `named_by` is what a roll names in a position ("e"), and empty where it is not used.
template <class P>
concept HasDie = Position<P> && requires(const P& pos, typename P::Roll roll) {
    { P::die() } -> std::same_as<const Die&>;
    { pos.named_by(roll) } -> std::same_as<std::string>;
};

/// The die of a game; null without one.
template <class P>
const Die* die_of() {
    if constexpr (HasDie<P>) {
        return &P::die();
    } else {
        return nullptr;
    }
}

/// What a roll names in a position; empty where no die is used.
template <class P>
std::string named_by(const P& position, typename P::Roll roll) {
    if constexpr (HasDie<P>) {
        return position.named_by(roll);
    } else {
        return {};
    }
}

/// A position that can be read and written. `variant()` names its game, options included, and `read_fen`
/// reads a position of that very game, whichever position is asked. `Roll::face` is a face of the game's die,
/// or 0 where none is used; moves are ordered as their machine forms.
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
};

}  // namespace octomate
