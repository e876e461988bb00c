#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/position.hpp"
#include "core/random.hpp"

namespace octomate::games {

/// A roll of the die: its face, from 1, or 0 where no die is used.
struct Roll {
    std::uint8_t face = 0;

    bool operator==(const Roll&) const = default;
};

/// The rolls of a position without a die: a single roll of face 0.
inline constexpr Chance<Roll> no_die[] = {{{0}, 1}};

/// Base class (CRTP) for positions `P` of a game without a die: adds the functions about rolls that the
/// concept Position requires. `P` must have `count_legal_moves()`, and `legal_moves(out)` together with
/// `using WithoutDie::legal_moves;`. `Moves` is the list of moves of `P`.
template <class P, class Moves>
class WithoutDie {
  public:
    using Roll = games::Roll;

    static constexpr unsigned chance_unit = 1;

    std::span<const Chance<Roll>> rolls() const { return no_die; }
    template <class Move>
    Roll roll_of(const Move&) const {
        return {};
    }
    Freedom legal_moves(Roll, Moves& out) const {
        self().legal_moves(out);
        return Freedom::Bound;
    }
    std::array<std::size_t, 1> count_by_roll() const { return {self().count_legal_moves()}; }

    bool operator==(const WithoutDie&) const = default;

  private:
    const P& self() const { return static_cast<const P&>(*this); }
};

/// Base class for arrangements of pieces: the functions for squares and sets of squares, on a board of at
/// most 26 files and 9 ranks. A square is the number rank · files + file, which is also the index of its bit
/// in a set. A piece has a `kind`, of which there are `kinds`, and a `color`.
template <int files, int ranks, class Set, class ColoredPiece, int kinds>
class Squares {
  public:
    using SquareSet = Set;
    using Square = int;
    using Piece = ColoredPiece;

    static constexpr int squares = files * ranks;
    static constexpr int kinds_of_pieces = 2 * kinds;

    /// Returns the number of a piece by kind and side, from 0: first White's kinds, then Black's.
    static int piece_number(Piece piece) {
        return kinds * static_cast<int>(index(piece.color)) + static_cast<int>(piece.kind);
    }
    /// Returns the piece with this number: the inverse of `piece_number`.
    static Piece piece_numbered(int number) {
        return {static_cast<decltype(Piece::kind)>(number % kinds), static_cast<Color>(number / kinds)};
    }
    static Color side(Piece piece) { return piece.color; }

    /// Returns the name of a square: "e4".
    static std::string name(Square square) {
        return {static_cast<char>('a' + square % files), static_cast<char>('1' + square / files)};
    }
    /// Returns the square called `name`; nullopt if the board has none.
    static std::optional<Square> square_named(std::string_view name) {
        if (name.size() != 2) return std::nullopt;
        const int file = name[0] - 'a', rank = name[1] - '1';
        if (file < 0 || file >= files || rank < 0 || rank >= ranks) return std::nullopt;
        return rank * files + file;
    }
    static SquareSet only(Square square) { return SquareSet{1} << square; }
    static bool contains(SquareSet set, Square square) { return (set >> square & 1) != 0; }
    /// Returns the set of `square` and all squares with greater numbers; empty if `square` is too great.
    static SquareSet squares_from(Square square) { return square < squares ? ~SquareSet{0} << square : 0; }
    /// Returns a random square at most two files and two ranks away from `square`, perhaps `square` itself.
    static Square random_square_near(Square square, Random& random) {
        const int file = std::clamp(square % files + random.below(5) - 2, 0, files - 1);
        const int rank = std::clamp(square / files + random.below(5) - 2, 0, ranks - 1);
        return rank * files + file;
    }

    /// Returns for each of `listed_kinds` the squares of the pieces of that kind, of both sides.
    template <class Pieces, class Kinds>
    static std::vector<SquareSet> by_kind(const Pieces& pieces, const Kinds& listed_kinds) {
        std::vector<SquareSet> sets;
        for (const auto kind : listed_kinds)
            sets.push_back(pieces.all_of({kind, Color::White}) | pieces.all_of({kind, Color::Black}));
        return sets;
    }

    bool operator==(const Squares&) const = default;
};

/// Returns a board with the pieces of `cells`, one for each square from a1: the letter of a piece, or "" if
/// the square is empty. `piece_of(letter)` returns an optional piece. Returns nullopt if a letter is unknown,
/// a cell has several letters, or the number of cells is not `squares`.
template <class Board, class PieceOf>
std::optional<Board> board_of(const std::vector<std::string>& cells, std::size_t squares, PieceOf piece_of) {
    Board board;
    if (cells.size() != squares) return std::nullopt;
    for (std::size_t square = 0; square < squares; ++square) {
        if (cells[square].empty()) continue;
        const auto piece = piece_of(cells[square].front());
        if (!piece || cells[square].size() > 1) return std::nullopt;
        board.put(*piece, static_cast<int>(square));
    }
    return board;
}

}  // namespace octomate::games
