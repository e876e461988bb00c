#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>

#include "board8/attacks.hpp"
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

/// The stacks on their squares: the stack of each square, and sets of squares by what stands there. Any
/// arrangement is possible; the rules say which are positions.
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

/// A king on the High Ground has won (section 12).
inline Bitboard high_grounds(const Board& board) {
    return board.all(Board::KingLike) & board.all(Board::Vaticans);
}

namespace detail {

/// The squares at a king's distance of `nearest` to `farthest` from each square.
constexpr std::array<Bitboard, 64> rings(int nearest, int farthest) {
    std::array<Bitboard, 64> rings{};
    for (Square square = 0; square < 64; ++square) {
        for (Square other = 0; other < 64; ++other) {
            const int files = file_of(square) - file_of(other), ranks = rank_of(square) - rank_of(other);
            const int far = files < 0 ? -files : files, up = ranks < 0 ? -ranks : ranks;
            const int distance = far > up ? far : up;
            if (distance >= nearest && distance <= farthest)
                rings[static_cast<std::size_t>(square)] |= bit(other);
        }
    }
    return rings;
}

inline constexpr std::array<Bitboard, 64> paladin_rings = rings(2, 2);
inline constexpr std::array<Bitboard, 64> cardinal_reach = rings(1, 3);
inline constexpr std::array<Bitboard, 64> hyper_castle_reach = rings(1, 2);

}  // namespace detail

/// The sixteen squares to which a Paladin leaps (A16).
inline Bitboard paladin_attacks(Square square) {
    return detail::paladin_rings[static_cast<std::size_t>(square)];
}

/// How far a Cardinal goes as a whole (section 5), and a king-like man by a hyper castle (section 9).
inline Bitboard cardinal_reach(Square square) {
    return detail::cardinal_reach[static_cast<std::size_t>(square)];
}
inline Bitboard hyper_castle_reach(Square square) {
    return detail::hyper_castle_reach[static_cast<std::size_t>(square)];
}

/// The four squares beside a square on diagonals.
inline Bitboard diagonal_neighbours(Square square) {
    return board8::pawn_attacks(Color::White, square) | board8::pawn_attacks(Color::Black, square);
}

inline Bitboard queen_attacks(Square square, Bitboard occupied) {
    return board8::rook_attacks(square, occupied) | board8::bishop_attacks(square, occupied);
}

/// The stacks of a side that attack a king-like man on the square, whole or by any split (section 8, A5),
/// along the lines that `occupied` leaves open.
inline Bitboard attackers(const Board& board, Square square, Color by, Bitboard occupied) {
    return board.of(by) & ((board8::rook_attacks(square, occupied) & board.all(Board::Orthogonals)) |
                           (board8::bishop_attacks(square, occupied) & board.all(Board::Diagonals)) |
                           (board8::knight_attacks(square) & board.all(Board::Knights)) |
                           (paladin_attacks(square) & board.all(Board::Paladins)) |
                           (board8::pawn_attacks(!by, square) & board.all(Board::PawnLike)) |
                           (diagonal_neighbours(square) & board.all(Board::Goaps)) |
                           (board8::king_attacks(square) & board.all(Board::Kings)));
}

/// Whether check exists for a side, and it is in check (section 8): it has exactly one king-like man.
inline bool in_check(const Board& board, Color side) {
    const Bitboard kings = board.king_like(side);
    if (kings == 0 || (kings & (kings - 1)) != 0) return false;
    return attackers(board, board8::first(kings), !side, board.occupied()) != 0;
}

}  // namespace octomate::super_chess
