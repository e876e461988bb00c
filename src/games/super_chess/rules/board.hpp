#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>

#include "board8/bitboard.hpp"
#include "games/super_chess/rules/stack.hpp"

namespace octomate::super_chess {

using board8::bit;
using board8::Bitboard;
using board8::contains;
using board8::file_of;
using board8::rank_of;
using board8::Square;

/// How many squares a set has.
constexpr int count(Bitboard set) { return std::popcount(set); }

/// The sets of a board.
struct Sets {
    /// The sets beside those of White and Black.
    enum Set : std::uint8_t {
        Diagonals = 2,  ///< who attacks a king along diagonals (section 8)
        Orthogonals,    ///< … along files and ranks: rooks, queens, and every super piece
        PawnLike,       ///< pawns, MVPs and GOAPs
        Goaps,
        Knights,
        Paladins,
        Kings,  ///< kings and popes without a rook
        Supers,
        KingLike,
        Rooks,  ///< alone, as those below
        Cathedrals,
        Vaticans,
        Hourglasses,
        Pawns,
        sets
    };
};

namespace detail {

using enum Sets::Set;

constexpr std::uint16_t in(std::initializer_list<Sets::Set> members) {
    unsigned bits = 0;
    for (const Sets::Set set : members) bits |= 1U << set;
    return static_cast<std::uint16_t>(bits);
}

/// In which sets a kind is.
inline constexpr std::array<std::uint16_t, kinds> membership = {
    0,
    in({PawnLike, Pawns}),
    in({Knights}),
    in({Diagonals}),
    in({Orthogonals, Rooks}),
    in({Diagonals, Orthogonals}),
    in({Kings, KingLike}),
    in({Kings, KingLike}),
    in({Orthogonals, PawnLike, Supers}),
    in({Orthogonals, Cathedrals, Supers}),
    in({Orthogonals, Hourglasses, Supers}),
    in({Orthogonals, Knights, Paladins, Supers}),
    in({Orthogonals, Diagonals, Supers}),
    in({Orthogonals, Diagonals, Supers}),
    in({Orthogonals, Diagonals, Supers}),
    in({Orthogonals, KingLike, Supers}),
    in({Orthogonals, KingLike, Supers}),
    in({Orthogonals, PawnLike, Goaps, Supers}),
    in({Orthogonals, Vaticans, Supers}),
    in({KingLike, Vaticans, Supers}),
    in({KingLike, Vaticans, Supers}),
};

}  // namespace detail

/// Who stands where: the stack of each square, and sets of squares by what stands there. Any arrangement is
/// possible; the rules say which are positions.
class Board : public Sets {
  public:
    Stack at(Square square) const { return stacks_[static_cast<std::size_t>(square)]; }
    Kind kind_at(Square square) const { return at(square).kind(); }

    Bitboard of(Color side) const { return sets_[octomate::index(side)]; }
    Bitboard all(Set set) const { return sets_[set]; }
    Bitboard occupied() const { return sets_[0] | sets_[1]; }
    Bitboard king_like(Color side) const { return sets_[KingLike] & of(side); }

    /// Puts a stack on an empty square.
    void put(Stack stack, Square square) {
        stacks_[static_cast<std::size_t>(square)] = stack;
        const std::uint16_t member = detail::membership[index(stack.kind())];
        for (std::size_t set = 2; set < sets; ++set) sets_[set] |= Bitboard{member >> set & 1U} << square;
        sets_[octomate::index(stack.side())] |= bit(square);
    }

    /// Empties a square.
    void remove(Square square) {
        stacks_[static_cast<std::size_t>(square)] = Stack();
        for (Bitboard& set : sets_) set &= ~bit(square);
    }

    bool operator==(const Board& other) const { return stacks_ == other.stacks_; }

  private:
    std::array<Stack, 64> stacks_{};
    std::array<Bitboard, sets> sets_{};
};

static_assert(Board::sets == 16);

/// How many men of each kind of man a side has, those in stacks one by one.
class MenCount {
  public:
    MenCount() = default;
    MenCount(const Board& board, Color side) {
        for (Bitboard rest = board.of(side); rest;) add(board.kind_at(board8::pop_first(rest)));
    }

    void add(Kind kind) {
        for (const char man : men_of(kind)) ++of_[static_cast<std::size_t>(man)];
        all_ += size_of(kind);
    }

    /// By the upper-case letter.
    int of(char man) const { return of_[static_cast<std::size_t>(man)]; }
    int beyond(char man, int usual) const { return std::max(0, of(man) - usual); }
    int all() const { return all_; }

  private:
    std::array<int, 128> of_{};
    int all_ = 0;
};

/// Who stands on the High Ground has won (section 12).
inline Bitboard high_grounds(const Board& board) {
    return board.all(Board::KingLike) & board.all(Board::Vaticans);
}

}  // namespace octomate::super_chess
