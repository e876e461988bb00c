#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "board8/bitboard.hpp"
#include "core/color.hpp"
#include "core/expected.hpp"
#include "core/fault.hpp"

namespace octomate::board8 {

/// The kinds of men, pawns included.
enum class Kind : std::uint8_t { Pawn, Knight, Bishop, Rook, Queen, King };

/// A kind and a side.
struct Man {
    Kind kind;
    Color color;

    bool operator==(const Man&) const = default;
};

/// P, N, B, R, Q or K.
constexpr char letter(Kind kind) { return "PNBRQK"[static_cast<int>(kind)]; }

/// The kind of a letter in upper case; none for other characters.
constexpr std::optional<Kind> kind_of(char upper) {
    switch (upper) {
        case 'P': return Kind::Pawn;
        case 'N': return Kind::Knight;
        case 'B': return Kind::Bishop;
        case 'R': return Kind::Rook;
        case 'Q': return Kind::Queen;
        case 'K': return Kind::King;
        default: return std::nullopt;
    }
}

/// The letter of a FEN: upper case for White, lower case for Black.
constexpr char fen_letter(Man man) {
    return static_cast<char>(letter(man.kind) + (man.color == Color::Black ? 'a' - 'A' : 0));
}

/// The man of a FEN letter; none for other characters.
constexpr std::optional<Man> man_of(char fen_letter) {
    const bool black = fen_letter >= 'a' && fen_letter <= 'z';
    const auto kind = kind_of(static_cast<char>(black ? fen_letter - 'a' + 'A' : fen_letter));
    if (!kind) return std::nullopt;
    return Man{*kind, black ? Color::Black : Color::White};
}

/// Who stands where; any arrangement, however absurd.
using Placement = std::array<std::optional<Man>, 64>;

/// A placement and, for each man, the offset of its letter in the text.
struct ReadPlacement {
    Placement men;
    std::array<std::size_t, 64> offset;
};

/// Reads the first field of a FEN. Faults carry the field "fen"; each faulty rank is told.
Expected<ReadPlacement, Faults> read_placement(std::string_view text);

/// The first field of a FEN, with the longest runs of empty squares.
std::string write_placement(const Placement& men);

}  // namespace octomate::board8
