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

/// A stack as a whole, whatever its pieces remember.
struct StackKind {
    Kind kind = Kind::None;
    Color side = Color::White;

    bool operator==(const StackKind&) const = default;
};

/// Any stacks on the board, with what else a position says: earlier states, used rooks, rights. A piece
/// newly placed remembers nothing; rooks and pawns get their identities when a position is made.
class Arrangement : public games::Squares<8, 8, Bitboard> {
  public:
    using Piece = StackKind;

    static constexpr int kinds_of_pieces = 2 * static_cast<int>(kinds);
    static constexpr int usual_pieces = 32;  ///< of both sides

    Arrangement() = default;
    explicit Arrangement(const Position& position);

    static int count(SquareSet set) { return super_chess::count(set); }
    static Square pop_first(SquareSet& set) { return board8::pop_first(set); }
    static SquareSet neighbours(Square square) { return board8::king_attacks(square); }

    /// A letter for each kind of stack, since names take one: PNBRQKO alone, M an MVP, C a Cathedral, H an
    /// Hourglass, L a Paladin, S a Pseudo Queen, D a Cardinal, Y a Hyper Queen, W a Cowardly King, X a
    /// Cowardly Pope, G a GOAP, V a Vatican; lower case for Black.
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
    /// Mostly pieces that stand alone.
    static Piece any_piece(Random& random);
    /// Pawns alone stand on ranks 2 to 7.
    static bool may_stand(Piece piece, Square square) {
        return piece.kind != Kind::Pawn || (rank_of(square) != 0 && rank_of(square) != 7);
    }
    /// Whether a game can lead to a board with these pieces, or why not.
    static Expected<void, std::string> check_numbers(const std::vector<Piece>& pieces);

    /// Rights to castle with king and rooks at home, and pawns to be taken en passant.
    void garnish(Random& random);

    /// No pieces at all, and nothing that was before.
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

    /// The stacks that are not royal, by what they are worth: sets of squares, the dearest first.
    std::vector<SquareSet> dearest_first() const;

    /// One super piece a side at most, and no more pieces than a set has.
    bool possible() const;

    template <class P>
    std::optional<P> accepted(Color turn) const {
        const auto state = accepted_state(turn);
        if (!state) return std::nullopt;
        return P(*state, used_, history_);
    }
    template <class P>
    std::optional<P> plausible(Color turn) const {
        return possible() ? accepted<P>(turn) : std::nullopt;
    }

    bool operator==(const Arrangement&) const = default;

  private:
    std::optional<Snapshot> accepted_state(Color turn) const;

    Snapshot now_;  // a pawn or rook without an identity has `nameless` for it
    Used used_{};
    History history_;
};

}  // namespace octomate::super_chess
