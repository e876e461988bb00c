#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "core/color.hpp"

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

}  // namespace octomate::complete_permutation
