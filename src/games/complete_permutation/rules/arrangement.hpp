#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/fault.hpp"
#include "core/random.hpp"
#include "games/complete_permutation/rules/state.hpp"
#include "games/shared/position.hpp"

namespace octomate::complete_permutation {

class Position;
class Demands;
class WantedMove;

/// An editable board (see Arrangement in core/position.hpp) with unmoved pieces, en passant squares and
/// reserves. By default the reserves hold all initial pieces that are not on the board.
class Arrangement : public games::Squares<files, ranks, Bitboard> {
  public:
    using Piece = complete_permutation::Piece;

    // Used by the composer; see composing.hpp.
    using Demands = complete_permutation::Demands;
    using WantedMove = complete_permutation::WantedMove;

    /// Texts and names for messages and options of the composer.
    static constexpr std::string_view square_range = "a1 to p8";
    static constexpr std::array<std::string_view, 3> tastes = {"economy", "kings", "pawns"};
    static constexpr std::string_view letters = "KPRNBQFMCATSLDGEZkprnbqfmcatsldgez";
    static constexpr int kinds_of_pieces = 2 * kinds;
    static constexpr int usual_pieces = 64;  ///< pieces of both sides in the initial position
    static constexpr std::string_view anywhere = "kings anywhere but side by side";
    static constexpr std::string_view elsewhere = "pawns on ranks 2 to 7";

    Arrangement() = default;
    explicit Arrangement(const Position& position);

    static int count(SquareSet set) { return complete_permutation::count(set); }
    static Square pop_first(SquareSet& set) { return complete_permutation::pop_first(set); }
    static SquareSet neighbours(Square square) { return king_attacks(square); }

    static char letter(Piece piece) { return fen_letter(piece); }
    static std::optional<Piece> piece_of(char letter) { return complete_permutation::piece_of(letter); }
    static int number(Piece piece) { return kinds * static_cast<int>(index(piece.color)) + piece.kind; }
    static Piece piece_numbered(int number) {
        return {static_cast<Kind>(number % kinds), static_cast<Color>(number / kinds)};
    }
    static Color side(Piece piece) { return piece.color; }
    static bool royal(Piece piece) { return piece.kind == king; }
    static Piece royal_piece(Color side) { return {king, side}; }
    static int usual(Piece piece) { return piece.kind == pawn ? 16 : 1; }
    static Piece any_piece(Random& random) {
        const auto kind = static_cast<Kind>(random.below(king));
        return {kind, static_cast<Color>(random.below(2))};
    }
    /// Returns whether a position can have the piece on the square: pawns only on ranks 2 to 7.
    static bool may_stand(Piece piece, Square square) {
        return piece.kind != pawn || (rank_of(square) != 0 && rank_of(square) != ranks - 1);
    }
    /// Checks that a side does not have more of a kind than its initial set; the error is a message.
    static Expected<void, std::string> check_numbers(const std::vector<Piece>& pieces);

    /// Randomly moves kings to their initial squares, sets unmoved pieces and en passant squares, and removes
    /// pieces from the reserves.
    void garnish(Random& random);

    /// Returns an empty board with the same switches and default reserves.
    Arrangement bare() const;

    const Board& board() const { return board_; }
    std::optional<Piece> at(Square square) const { return board_.at(square); }
    SquareSet occupied() const { return board_.occupied(); }
    SquareSet all_of(Piece piece) const;
    std::optional<Square> square_of_royal(Color side) const;
    void put(Piece piece, Square square) { board_.put(piece, square); }
    void remove(Square square) { board_.remove(square); }
    void move(Square from, Square to) { board_.move(from, to); }
    void swap(Square a, Square b);

    /// Marks the piece on `file` of the side's first rank as unmoved (R6). Ignored if it or the king is
    /// elsewhere when the position is made.
    void keep_unmoved(Color side, int file) {
        unmoved_[index(side)] = static_cast<std::uint16_t>(unmoved_[index(side)] | 1U << file);
    }
    /// Marks `square` as just passed by a double step (R7). Ignored if that is impossible when the position
    /// is made.
    void pass(Square square) { en_passant_ |= bit(square); }

    /// Returns the squares of all non-royal pieces, one set per kind, most valuable kind first.
    std::vector<SquareSet> dearest_first() const;

    /// Returns whether a game can lead to these pieces: one king a side, pawns on ranks 2 to 7, at most 16
    /// pawns and at most one of each other piece a side (promotion only returns lost pieces, R8).
    bool possible() const;

    /// Returns the empty squares on which `piece` may be added.
    SquareSet room_for(Piece piece) const;

    /// Returns the position with `turn` to move, or nullopt if it is invalid.
    template <class P>
    std::optional<P> accepted(Color turn) const {
        if (!acceptable(turn)) return std::nullopt;
        return P(state(turn));
    }
    /// Returns the position if it is valid and a game can lead to its pieces, else nullopt.
    template <class P>
    std::optional<P> plausible(Color turn) const {
        return possible() ? accepted<P>(turn) : std::nullopt;
    }

    bool operator==(const Arrangement&) const = default;

  private:
    bool acceptable(Color turn) const;
    State state(Color turn) const;

    Board board_;
    std::optional<std::array<Reserve, 2>> reserves_;  // nullopt: all pieces that are not on the board
    std::array<std::uint16_t, 2> unmoved_{};
    Bitboard en_passant_ = 0;
    Switches switches_;
};

}  // namespace octomate::complete_permutation
