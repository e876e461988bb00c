#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/color.hpp"
#include "core/expected.hpp"
#include "core/fault.hpp"

/// What the FENs of all games have in common: fields between blanks, a board, a side, kings.
namespace octomate {

/// How a game writes its board in the first field of a FEN: the last rank first, "/" between ranks, numbers
/// for empty squares.
struct BoardField {
    int files = 8;
    int ranks = 8;
    std::string_view men;  ///< what a man may be, for messages: "a letter of PNBRQK or pnbrqk"
    /// How many bytes at the beginning of a text are a man; 0 if none is.
    std::size_t (*man_length)(std::string_view text) = nullptr;
};

/// A man in the field.
struct WrittenMan {
    int square = 0;           ///< rank · files + file, from 0
    std::size_t offset = 0;   ///< where he begins, in bytes
    std::string_view text{};  ///< he himself
};

/// Reads rank after rank and goes on behind a faulty one, so that all faults are told at once: BadPiece,
/// BadDigit, RankTooLong, RankTooShort, TooManyRanks, TooFewRanks, of the field "fen".
Expected<std::vector<WrittenMan>, Faults> read_board_field(std::string_view text, const BoardField& board);

/// One blank-separated word of a text and where it begins, in bytes.
struct Word {
    std::string_view text;
    std::size_t offset = 0;
};

/// The words between spaces and tabs.
std::vector<Word> split_words(std::string_view text);

/// "w" or "b"; or BadSide.
Expected<Color, Fault> read_side(const Word& word);

/// A man by the name of his square, and where he is written.
struct PlacedMan {
    std::string square;
    std::size_t offset = 0;
};

/// NoKing, told where the board begins, or TooManyKings, told at the second one in the text; none of a side
/// that has one.
std::optional<Fault> fault_of_kings(Color side, std::vector<PlacedMan> kings, std::size_t board);

/// OpponentInCheck: the king of the side that is not to move is attacked.
Fault opponent_in_check(Color turn, const PlacedMan& king);

}  // namespace octomate
