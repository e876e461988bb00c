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

/// Any pieces on the board, with what else a position says of them: which have not moved yet, what may be
/// taken en passant, and which pieces are lost. Unless it was made of a position with another reserve, all
/// pieces that are not on the board are.
class Arrangement : public games::Squares<files, ranks, Bitboard> {
  public:
    using Piece = complete_permutation::Piece;

    // What composing needs besides; see composing.hpp.
    using Demands = complete_permutation::Demands;
    using WantedMove = complete_permutation::WantedMove;

    static constexpr std::string_view square_range = "a1 to p8";
    static constexpr std::array<std::string_view, 3> tastes = {"economy", "kings", "pawns"};
    static constexpr std::string_view letters = "KPRNBQFMCATSLDGEZkprnbqfmcatsldgez";
    static constexpr int kinds_of_pieces = 2 * kinds;
    static constexpr int usual_pieces = 64;  ///< of both sides
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
    /// Pawns stand on ranks 2 to 7.
    static bool may_stand(Piece piece, Square square) {
        return piece.kind != pawn || (rank_of(square) != 0 && rank_of(square) != ranks - 1);
    }
    /// Whether a game can lead to a board with these pieces, or why not.
    static Expected<void, std::string> check_numbers(const std::vector<Piece>& pieces);

    /// Pieces that have not moved, with their king at home; pawns to be taken en passant; fewer lost pieces.
    void garnish(Random& random);

    /// No pieces at all, and all of them lost.
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

    /// Notes that a side's piece on its rank has not moved, nor the king, as long as they stand there (R6).
    void keep_unmoved(Color side, int file) {
        unmoved_[index(side)] = static_cast<std::uint16_t>(unmoved_[index(side)] | 1U << file);
    }
    /// Notes that a pawn has passed this square just now, as long as that can be (R7).
    void pass(Square square) { en_passant_ |= bit(square); }

    /// The pieces that are not royal, by what they are worth: sets of squares, the dearest first.
    std::vector<SquareSet> dearest_first() const;

    /// One king a side, pawns where they can stand, and no more pieces than a set has: 16 pieces and promoted
    /// pawns in all of a side, and one of each piece (R8: a promoted pawn takes a lost piece's place).
    bool possible() const;

    /// Where another piece may be added.
    SquareSet room_for(Piece piece) const;

    template <class P>
    std::optional<P> accepted(Color turn) const {
        if (!acceptable(turn)) return std::nullopt;
        return P(state(turn));
    }
    template <class P>
    std::optional<P> plausible(Color turn) const {
        return possible() ? accepted<P>(turn) : std::nullopt;
    }

    bool operator==(const Arrangement&) const = default;

  private:
    bool acceptable(Color turn) const;
    State state(Color turn) const;

    Board board_;
    std::optional<std::array<Reserve, 2>> reserves_;  // none: all that are not on the board
    std::array<std::uint16_t, 2> unmoved_{};
    Bitboard en_passant_ = 0;
    Switches switches_;
};

}  // namespace octomate::complete_permutation
