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

/// A stack as a whole, whatever its men remember.
struct StackKind {
    Kind kind = Kind::None;
    Color side = Color::White;

    bool operator==(const StackKind&) const = default;
};

/// Any stacks on the board, with what else a position says: earlier states, used rooks, rights. A man
/// newly placed remembers nothing; rooks and pawns get their identities when a position is made.
class Arrangement : public games::Squares<8, 8, Bitboard> {
  public:
    using Man = StackKind;

    static constexpr int kinds_of_men = 2 * static_cast<int>(kinds);
    static constexpr int usual_men = 32;  ///< of both sides

    Arrangement() = default;
    explicit Arrangement(const Position& position);

    static int count(SquareSet set) { return super_chess::count(set); }
    static Square pop_first(SquareSet& set) { return board8::pop_first(set); }
    static SquareSet neighbours(Square square) { return board8::king_attacks(square); }

    /// A letter for each kind of stack, since names take one: PNBRQKO alone, M an MVP, C a Cathedral, H an
    /// Hourglass, L a Paladin, S a Pseudo Queen, D a Cardinal, Y a Hyper Queen, W a Cowardly King, X a
    /// Cowardly Pope, G a GOAP, V a Vatican; lower case for Black.
    static char letter(Man man);
    static std::optional<Man> man_of(char letter);
    static int number(Man man) {
        return static_cast<int>(kinds * octomate::index(man.side) + index(man.kind));
    }
    static Man man_numbered(int number) {
        return {static_cast<Kind>(number % static_cast<int>(kinds)),
                static_cast<Color>(number / static_cast<int>(kinds))};
    }
    static Color side(Man man) { return man.side; }
    static bool royal(Man man) { return man.kind == Kind::King || man.kind == Kind::CowardlyKing; }
    static Man royal_man(Color side) { return {Kind::King, side}; }
    static int usual(Man man);
    /// Mostly men that stand alone.
    static Man any_man(Random& random);
    /// Pawns alone stand on ranks 2 to 7.
    static bool may_stand(Man man, Square square) {
        return man.kind != Kind::Pawn || (rank_of(square) != 0 && rank_of(square) != 7);
    }
    /// Whether a game can lead to a board with these men, or why not.
    static Expected<void, std::string> check_numbers(const std::vector<Man>& men);

    /// Rights to castle with king and rooks at home, and pawns to be taken en passant.
    void garnish(Random& random);

    /// No men at all, and nothing that was before.
    Arrangement bare() const { return {}; }

    const Board& board() const { return now_.board; }
    std::optional<Man> at(Square square) const;
    SquareSet occupied() const { return board().occupied(); }
    SquareSet all_of(Man man) const;
    SquareSet room_for(Man man) const;
    std::optional<Square> square_of_royal(Color side) const;
    void put(Man man, Square square);
    void remove(Square square) { now_.board.remove(square); }
    void move(Square from, Square to);
    void swap(Square a, Square b);

    /// The stacks that are not royal, by what they are worth: sets of squares, the dearest first.
    std::vector<SquareSet> dearest_first() const;

    /// One super piece a side at most, and no more men than a set has.
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
