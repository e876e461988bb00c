#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <string_view>

#include "core/lists.hpp"
#include "core/types.hpp"
#include "games/complete_permutation/rules/attacks.hpp"

namespace octomate::complete_permutation {

/// What a piece is made of (R3): the fifteen pieces are the sets of these that are not empty.
inline constexpr std::uint8_t rook = 1;
inline constexpr std::uint8_t bishop = 2;
inline constexpr std::uint8_t knight = 4;
inline constexpr std::uint8_t falcon = 8;

/// A kind of man: a pawn, the set of components of a piece, or a king.
using Kind = std::uint8_t;

inline constexpr Kind pawn = 0;
inline constexpr Kind king = 16;
inline constexpr int kinds = 17;

/// The letters of the kinds, pawn and king included (R10).
inline constexpr std::string_view kind_letters = "PRBQNMCAFTLDSGEZK";

/// The order of reserves in a FEN (R10).
inline constexpr std::string_view reserve_order = "DFBLMQEZASTCNRG";

/// The pieces of a side's rank, from the a-file (R2).
inline constexpr std::string_view home_letters = "DFBLMQEZKASTCNRG";

/// The names, as people read them (R3.1).
inline constexpr std::array<std::string_view, kinds> kind_names = {
    "pawn",          "rook",           "bishop",          "queen",         "knight",        "marshal",
    "cardinal",      "amazon",         "falcon",          "winged rook",   "winged bishop", "winged queen",
    "winged knight", "winged marshal", "winged cardinal", "winged amazon", "king"};

/// The kinds without the king, what is worth most first.
inline constexpr std::array<Kind, 16> kinds_by_value = {15, 7, 11, 13, 14, 3, 5, 6, 9, 12, 10, 1, 8, 2, 4, 0};

constexpr char letter_of(Kind kind) { return kind_letters[kind]; }

/// The kind of an upper-case letter.
constexpr std::optional<Kind> kind_of(char letter) {
    const std::size_t at = kind_letters.find(letter);
    if (at == std::string_view::npos) return std::nullopt;
    return static_cast<Kind>(at);
}

struct Man {
    Kind kind = pawn;
    Color color = Color::White;

    bool operator==(const Man&) const = default;
};

/// Upper case for White, lower case for Black.
constexpr char fen_letter(Man man) {
    const char letter = letter_of(man.kind);
    return man.color == Color::White ? letter : static_cast<char>(letter - 'A' + 'a');
}

constexpr std::optional<Man> man_of(char letter) {
    const bool black = letter >= 'a' && letter <= 'z';
    const auto kind = kind_of(black ? static_cast<char>(letter - 'a' + 'A') : letter);
    if (!kind) return std::nullopt;
    return Man{*kind, black ? Color::Black : Color::White};
}

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

/// What one man does: it goes from one square to another, and may promote. A king that goes to a
/// man of its own changes places with it (R6). Steps are ordered as their machine forms.
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
