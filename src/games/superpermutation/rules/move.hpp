#pragma once

#include <compare>
#include <cstdint>
#include <string_view>

#include "board8/attacks.hpp"
#include "board8/board.hpp"

namespace octomate::superpermutation {

/// Superpermutation d8 Chess: the die names the file on which a move must land.
struct D8 {
    static constexpr std::string_view name = "superpermutation-d8";
    static constexpr bool die = true;
    /// Moves do not cascade if the side to move is in check (section 2).
    static constexpr bool cascade_in_check = false;
    /// An enemy pawn that is pushed to its last rank always becomes a queen (section 2).
    static constexpr bool chooses_forced_promotion = false;
};

/// Superpermutation Chess, the parent game without a die.
struct Parent {
    static constexpr std::string_view name = "superpermutation";
    static constexpr bool die = false;
    static constexpr bool cascade_in_check = true;
    /// The mover chooses what an enemy pawn becomes that is pushed to its last rank (R4).
    static constexpr bool chooses_forced_promotion = true;
};

/// The special effect of a move: a promotion to a kind of piece, or a teleport, which never promotes (I7).
enum class Effect : std::uint8_t { None, ToKnight, ToBishop, ToRook, ToQueen, Teleport };

/// Returns the effect that promotes a pawn to `kind`, which must be a knight, bishop, rook or queen.
constexpr Effect promotion_to(board8::Kind kind) {
    return static_cast<Effect>(static_cast<int>(kind) - static_cast<int>(board8::Kind::Knight) +
                               static_cast<int>(Effect::ToKnight));
}

/// A legal move of a position, with the length of its cascade. `from`, `to` and `effect` identify a move
/// within its position; `swaps` follows from them.
struct Move {
    std::uint8_t from = 0;  ///< the square that the mover (in a teleport, the king) leaves
    /// The square where the mover lands, before its cascade; in a teleport, the king's destination (R6).
    std::uint8_t to = 0;
    std::uint8_t swaps = 0;  ///< the number of pieces that the cascade passes, 0…7
    /// A teleport, or the promotion of the mover or (only in the parent game) of a pushed enemy pawn (R4).
    Effect effect = Effect::None;

    /// Returns whether the move has no cascade, promotion or teleport.
    constexpr bool plain() const { return (static_cast<int>(effect) | swaps) == 0; }
    constexpr bool teleport() const { return effect == Effect::Teleport; }
    constexpr bool promotes() const { return effect != Effect::None && effect != Effect::Teleport; }

    /// Returns the kind that the pawn becomes; requires promotes().
    constexpr board8::Kind promotion() const {
        return static_cast<board8::Kind>(static_cast<int>(effect) - static_cast<int>(Effect::ToKnight) +
                                         static_cast<int>(board8::Kind::Knight));
    }

    /// Returns the square where the mover stands after the cascade: on the file of `to` (I5).
    constexpr board8::Square end(Color mover) const { return to + swaps * board8::forward(mover); }

    bool operator==(const Move&) const = default;

    /// Orders moves alphabetically by their machine forms: "a1b1", "a7a8b", "a7a8n".
    constexpr std::strong_ordering operator<=>(const Move& other) const { return order() <=> other.order(); }

  private:
    constexpr int order() const {
        constexpr int by_letter[] = {0, 2, 1, 4, 3, 0};  // no letter, then b, n, q, r
        const auto by_name = [](int square) { return board8::file_of(square) * 8 + board8::rank_of(square); };
        return (by_name(from) * 64 + by_name(to)) * 8 + by_letter[static_cast<int>(effect)];
    }
};

}  // namespace octomate::superpermutation
