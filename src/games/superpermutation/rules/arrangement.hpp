#pragma once

#include <array>
#include <bit>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "board8/attacks.hpp"
#include "board8/board.hpp"
#include "core/fault.hpp"
#include "core/random.hpp"
#include "games/shared/position.hpp"

namespace octomate::superpermutation {

template <class Rules>
class Position;

class Demands;
class WantedMove;

/// Any pieces on the board.
class Arrangement : public games::Squares<8, 8, board8::Bitboard> {
  public:
    using Piece = board8::Piece;

    // What composing needs besides; see composing.hpp.
    using Demands = superpermutation::Demands;
    using WantedMove = superpermutation::WantedMove;

    static constexpr std::string_view square_range = "a1 to h8";
    static constexpr std::array<std::string_view, 3> tastes = {"economy", "kings", "promoted"};
    static constexpr std::string_view letters = "PNBRQKpnbrqk";
    static constexpr int kinds_of_pieces = 12;
    static constexpr int usual_pieces = 32;  ///< of both sides
    static constexpr std::string_view anywhere = "kings anywhere but side by side";
    static constexpr std::string_view elsewhere = "pawns on ranks 2 to 7, one of a colour on a file";

    Arrangement() = default;
    explicit Arrangement(const board8::Board& board) : board_(board) {}
    template <class Rules>
    explicit Arrangement(const Position<Rules>& position) : board_(position.board()) {}

    static int count(SquareSet set) { return std::popcount(set); }
    static Square pop_first(SquareSet& set) { return board8::pop_first(set); }
    static SquareSet neighbours(Square square) { return board8::king_attacks(square); }

    static char letter(Piece piece) { return board8::fen_letter(piece); }
    static std::optional<Piece> piece_of(char letter) { return board8::piece_of(letter); }
    static int number(Piece piece) {
        return 6 * static_cast<int>(index(piece.color)) + static_cast<int>(piece.kind);
    }
    static Piece piece_numbered(int number) {
        return {static_cast<board8::Kind>(number % 6), static_cast<Color>(number / 6)};
    }
    static Color side(Piece piece) { return piece.color; }
    static bool royal(Piece piece) { return piece.kind == board8::Kind::King; }
    static Piece royal_piece(Color side) { return {board8::Kind::King, side}; }
    static int usual(Piece piece) {
        constexpr std::array<int, 6> in_a_set = {8, 2, 2, 2, 1, 1};
        return in_a_set[static_cast<std::size_t>(piece.kind)];
    }
    static Piece any_piece(Random& random) {
        const auto kind = static_cast<board8::Kind>(random.below(5));
        return {kind, static_cast<Color>(random.below(2))};
    }
    /// Pawns do not stand on their last rank (I3).
    static bool may_stand(Piece piece, Square square) {
        return piece.kind != board8::Kind::Pawn ||
               board8::rank_of(square) != board8::relative_rank(piece.color, 7);
    }
    /// Checks whether a game can lead to a board with these pieces, or says why not (I1, I6).
    static Expected<void, std::string> check_numbers(const std::vector<Piece>& pieces);

    /// A position says nothing beside its pieces.
    void garnish(Random&) {}

    /// No pieces at all.
    Arrangement bare() const { return {}; }

    const board8::Board& board() const { return board_; }
    std::optional<Piece> at(Square square) const { return board_.at(square); }
    SquareSet occupied() const { return board_.occupied(); }
    /// The occupied squares that hold another piece than before, or held none.
    SquareSet changed_since(const Arrangement& before) const {
        SquareSet changed = 0;
        for (std::size_t set = 0; set < board_.sets().size(); ++set)
            changed |= board_.sets()[set] ^ before.board_.sets()[set];
        return changed & occupied();
    }
    SquareSet all_of(Piece piece) const { return board_.of(piece); }
    std::optional<Square> square_of_royal(Color side) const {
        const SquareSet kings = board_.kings() & board_.of(side);
        return kings ? std::optional(board8::first(kings)) : std::nullopt;
    }
    OCTOMATE_HOT void put(Piece piece, Square square) { board_.put(piece, square); }
    void remove(Square square) { board_.remove(square); }
    void move(Square from, Square to) { board_ = board_.moved(from, to); }
    void swap(Square a, Square b) { board_ = board_.swapped(a, b); }

    /// The pieces that are not royal, by what they are worth: sets of squares, the dearest first.
    std::array<SquareSet, 5> dearest_first() const;

    /// Checks that each side has one king, and that pawns stand where a game can put them: not on their last
    /// rank (I3), and one of a colour on a file. Relies on I1: pawns never leave their files.
    bool possible() const;

    /// The squares where another `piece` may be added; a pawn on files without one of its colour (I1).
    SquareSet room_for(Piece piece) const;

    /// Calls `f(pieces)` for ways in which the piece on `square` may have come there: along empty squares or
    /// by a leap, at the end of a cascade of any length on its file (I5), by promotion, or as a king by a
    /// teleport. Captures are not taken back.
    template <class F>
    void retract(Square square, F f) const;

    template <class P>
    std::optional<P> accepted(Color turn) const {
        if (!acceptable(turn)) return std::nullopt;
        return P(board_, turn);
    }
    /// Besides, pawns stand on ranks 2 to 7, one of a colour on a file (I1).
    template <class P>
    std::optional<P> plausible(Color turn) const {
        if ((board_.pawns() & (board8::rank_set(0) | board8::rank_set(7))) || !possible())
            return std::nullopt;
        return accepted<P>(turn);
    }

    /// The key of the position with these pieces, whether the rules accept them or not.
    PositionKey key(Color turn) const;

    bool operator==(const Arrangement&) const = default;

  private:
    bool acceptable(Color turn) const;

    board8::Board board_;
};

template <class F>
void Arrangement::retract(Square square, F f) const {
    using namespace board8;
    const Piece piece = *at(square);
    Arrangement others = *this;  // without the piece, swaps undone one by one
    others.remove(square);
    const int back = piece.color == Color::White ? -8 : 8;
    for (Square landing = square;; landing += back) {
        for (SquareSet empty = ~others.occupied() & ~bit(landing); empty;) {
            const Square origin = pop_first(empty);
            if (!may_stand(piece, origin)) continue;
            Arrangement before = others;
            before.put(piece, origin);
            f(before);
        }
        const Square behind = landing + back;
        if (behind < 0 || behind >= squares || !contains(others.occupied(), behind)) break;
        others.move(behind, landing);
    }
    const int rank = relative_rank(piece.color, rank_of(square));
    const Square behind = square + back;
    if (rank == 7 && piece.kind != Kind::King && piece.kind != Kind::Pawn && !at(behind)) {
        Arrangement before = *this;
        before.remove(square);
        before.put({Kind::Pawn, piece.color}, behind);
        f(before);
    }
    if (piece.kind == Kind::King) {
        for (SquareSet partners = board_.of(piece.color) & ~bit(square); partners;) {
            Arrangement before = *this;
            before.swap(square, pop_first(partners));
            f(before);
        }
    }
}

}  // namespace octomate::superpermutation
