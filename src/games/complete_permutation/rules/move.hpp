#pragma once

#include <compare>
#include <cstdint>
#include <string_view>

#include "core/growing_list.hpp"
#include "games/complete_permutation/rules/bitboard.hpp"
#include "games/complete_permutation/rules/men.hpp"

namespace octomate::complete_permutation {

/// What a pawn becomes where it arrives: nothing else, a kind of piece, or nothing where it must (Mental
/// Cruelty, R8.4). In the order in which machine forms sort.
class Promotion {
  public:
    constexpr Promotion() = default;
    /// Of a piece.
    constexpr explicit Promotion(Kind kind)
        : code_(static_cast<std::uint8_t>(first_letter + letters.find(letter_of(kind)))) {}
    static constexpr Promotion cruelty() {
        Promotion promotion;
        promotion.code_ = 1;
        return promotion;
    }
    static constexpr Promotion of_code(std::uint8_t code) {
        Promotion promotion;
        promotion.code_ = code;
        return promotion;
    }

    constexpr std::uint8_t code() const { return code_; }
    constexpr bool none() const { return code_ == 0; }
    constexpr bool is_cruelty() const { return code_ == 1; }
    constexpr bool to_piece() const { return code_ >= first_letter; }
    /// The letter behind "=", where there is one.
    constexpr char letter() const { return code_ == 1 ? '-' : letters[code_ - first_letter]; }
    constexpr Kind kind() const { return *kind_of(letter()); }

    auto operator<=>(const Promotion&) const = default;

  private:
    static constexpr std::string_view letters = "ABCDEFGLMNQRSTZ";
    static constexpr std::uint8_t first_letter = 2;

    std::uint8_t code_ = 0;
};

/// What one man does: he goes from a square to another one, and may become something. A king that goes to a
/// man of his own changes places with him (R6). Steps are ordered as their machine forms.
class Step {
  public:
    constexpr Step() = default;
    constexpr Step(Square from, Square to, Promotion promotion = {})
        : bits_(place(from) << 25 | place(to) << 18 | static_cast<std::uint32_t>(promotion.code()) << 8 | 1) {
    }

    constexpr Square from() const { return square(bits_ >> 25); }
    constexpr Square to() const { return square(bits_ >> 18 & 127); }
    constexpr Promotion promotion() const {
        return Promotion::of_code(static_cast<std::uint8_t>(bits_ >> 8 & 255));
    }
    /// Whether it is one; the second step of most moves is none.
    constexpr explicit operator bool() const { return bits_ != 0; }

    auto operator<=>(const Step&) const = default;

  private:
    /// Squares in the order of their names.
    static constexpr std::uint32_t place(Square square) {
        return static_cast<std::uint32_t>(file_of(square) * ranks + rank_of(square));
    }
    static constexpr Square square(std::uint32_t place) {
        return square_at(static_cast<int>(place) / ranks, static_cast<int>(place) % ranks);
    }

    std::uint32_t bits_ = 0;
};

/// A turn: one step, or those of two pawns (R9.3). Ordered as their machine forms.
struct Move {
    Step first;
    Step second{};

    constexpr bool pair() const { return static_cast<bool>(second); }
    /// Whether it loses by Mental Cruelty (R8.4): the last step then does.
    constexpr bool cruelty() const { return (pair() ? second : first).promotion().is_cruelty(); }

    auto operator<=>(const Move&) const = default;
};

/// No bound is small: of two pawns a side has hundreds of moves.
using Moves = GrowingList<Move, 256>;

}  // namespace octomate::complete_permutation
