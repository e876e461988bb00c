#pragma once

#include <optional>
#include <string>
#include <vector>

#include "board8/attacks.hpp"
#include "core/random.hpp"
#include "games/shared/position.hpp"
#include "games/super_chess/rules/snapshot.hpp"

namespace octomate::super_chess {

class Position;

/// The kind and side of a stack, without the memories of its pieces.
struct StackKind {
    Kind kind = Kind::None;
    Color side = Color::White;

    bool operator==(const StackKind&) const = default;
};

/// An editable board (see Arrangement in core/position.hpp) with castling rights, used rooks and earlier
/// states. A stack that is put on the board has default memories; its rooks and pawns get identities when a
/// position is made.
class Arrangement : public games::Squares<8, 8, Bitboard> {
  public:
    using Piece = StackKind;

    static constexpr int kinds_of_pieces = 2 * static_cast<int>(kinds);
    static constexpr int usual_pieces = 32;  ///< pieces of both sides in the initial position

    Arrangement() = default;
    explicit Arrangement(const Position& position);

    static int count(SquareSet set) { return super_chess::count(set); }
    static Square pop_first(SquareSet& set) { return board8::pop_first(set); }
    static SquareSet neighbours(Square square) { return board8::king_attacks(square); }

    /// Returns a letter for each kind of stack: PNBRQKO for single pieces, M MVP, C Cathedral, H Hourglass, L
    /// Paladin, S Pseudo Queen, D Cardinal, Y Hyper Queen, W Cowardly King, X Cowardly Pope, G GOAP, V
    /// Vatican; lower case for Black.
    static char letter(Piece piece);
    static std::optional<Piece> piece_of(char letter);
    static int number(Piece piece) {
        return static_cast<int>(kinds * octomate::index(piece.side) + index(piece.kind));
    }
    static Piece piece_numbered(int number) {
        return {static_cast<Kind>(number % static_cast<int>(kinds)),
                static_cast<Color>(number / static_cast<int>(kinds))};
    }
    static Color side(Piece piece) { return piece.side; }
    static bool royal(Piece piece) { return piece.kind == Kind::King || piece.kind == Kind::CowardlyKing; }
    static Piece royal_piece(Color side) { return {Kind::King, side}; }
    static int usual(Piece piece);
    /// Returns a random piece or stack, never a king; half of them are single pieces.
    static Piece any_piece(Random& random);
    /// Returns whether a position can have the stack on the square: single pawns only on ranks 2 to 7.
    static bool may_stand(Piece piece, Square square) {
        return piece.kind != Kind::Pawn || (rank_of(square) != 0 && rank_of(square) != 7);
    }
    /// Checks the limits of one stack, 8 pawns and 10 rooks a side; the error is a message.
    static Expected<void, std::string> check_numbers(const std::vector<Piece>& pieces);

    /// Randomly moves kings to their initial squares and sets castling rights and the en passant square.
    void garnish(Random& random);

    /// Returns an empty board without earlier states.
    Arrangement bare() const { return {}; }

    const Board& board() const { return now_.board; }
    std::optional<Piece> at(Square square) const;
    SquareSet occupied() const { return board().occupied(); }
    SquareSet all_of(Piece piece) const;
    SquareSet room_for(Piece piece) const;
    std::optional<Square> square_of_royal(Color side) const;
    void put(Piece piece, Square square);
    void remove(Square square) { now_.board.remove(square); }
    void move(Square from, Square to);
    void swap(Square a, Square b);

    /// Returns the squares of all non-royal stacks, one set per kind, most valuable kind first.
    std::vector<SquareSet> dearest_first() const;

    /// Returns whether a game can lead to these stacks: at most one super piece and 16 pieces a side, with
    /// enough pawns missing for the promoted pieces.
    bool possible() const;

    /// Returns the position with `turn` to move, or nullopt if it is invalid.
    template <class P>
    std::optional<P> accepted(Color turn) const {
        const auto state = accepted_state(turn);
        if (!state) return std::nullopt;
        return P(*state, used_, history_);
    }
    /// Returns the position if it is valid and a game can lead to its stacks, else nullopt.
    template <class P>
    std::optional<P> plausible(Color turn) const {
        return possible() ? accepted<P>(turn) : std::nullopt;
    }

    bool operator==(const Arrangement&) const = default;

  private:
    /// Returns the state with identities assigned and impossible rights removed, or nullopt if it is invalid.
    std::optional<Snapshot> accepted_state(Color turn) const;

    Snapshot now_;  // new pawns and rooks have the identity `nameless`
    Used used_{};
    History history_;
};

}  // namespace octomate::super_chess
