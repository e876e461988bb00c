#pragma once

#include <array>
#include <optional>

#include "board/attacks.hpp"
#include "board/bitboard.hpp"
#include "board/man.hpp"
#include "board/placement.hpp"

namespace octomate::board {

/// Who stands where, as sets of squares. A queen is in both sets of lines. Any arrangement is possible; the
/// rules say which are positions.
class Board {
  public:
    constexpr Board() = default;

    explicit Board(const Placement& men) {
        for (Square square = 0; square < 64; ++square) {
            if (const auto& man = men[static_cast<std::size_t>(square)]) put(*man, square);
        }
    }

    constexpr Bitboard of(Color color) const { return sets_[index(color)]; }
    constexpr Bitboard occupied() const { return sets_[0] | sets_[1]; }
    constexpr Bitboard pawns() const { return sets_[2]; }
    constexpr Bitboard knights() const { return sets_[3]; }
    constexpr Bitboard diagonals() const { return sets_[4]; }    ///< bishops and queens
    constexpr Bitboard orthogonals() const { return sets_[5]; }  ///< rooks and queens
    constexpr Bitboard kings() const { return sets_[6]; }

    /// Where the one king of a side stands; requires that there is one.
    constexpr Square king(Color color) const { return first(kings() & of(color)); }

    std::optional<Man> at(Square square) const {
        if (!contains(occupied(), square)) return std::nullopt;
        const Color color = contains(of(Color::White), square) ? Color::White : Color::Black;
        if (contains(pawns(), square)) return Man{Kind::Pawn, color};
        if (contains(knights(), square)) return Man{Kind::Knight, color};
        if (contains(kings(), square)) return Man{Kind::King, color};
        const bool diagonal = contains(diagonals(), square);
        if (contains(orthogonals(), square)) return Man{diagonal ? Kind::Queen : Kind::Rook, color};
        return Man{Kind::Bishop, color};
    }

    Placement placement() const {
        Placement men;
        for (Square square = 0; square < 64; ++square) men[static_cast<std::size_t>(square)] = at(square);
        return men;
    }

    /// Puts a man on an empty square.
    constexpr void put(Man man, Square square) {
        sets_[index(man.color)] |= bit(square);
        set_kind(man.kind, square);
    }

    /// Empties a square.
    constexpr void remove(Square square) {
        for (Bitboard& set : sets_) set &= ~bit(square);
    }

    /// Takes the man from one square to another; whoever stood there is gone.
    constexpr void move(Square from, Square to) {
        const Bitboard stays = ~(bit(from) | bit(to));
        for (Bitboard& set : sets_) set = (set & stays) | (((set >> from) & 1) << to);
    }

    /// The two squares exchange their men (or emptiness).
    constexpr void swap(Square a, Square b) {
        for (Bitboard& set : sets_) {
            const Bitboard differ = ((set >> a) ^ (set >> b)) & 1;
            set ^= (differ << a) | (differ << b);
        }
    }

    /// The pawn on the square becomes a man of the kind.
    constexpr void promote(Square square, Kind kind) {
        sets_[2] &= ~bit(square);
        set_kind(kind, square);
    }

    /// Whether a man of the side attacks the square, with the lines that `occupied()` leaves open.
    bool attacked(Square square, Color by) const {
        const Bitboard all = occupied();
        return (of(by) & ((rook_attacks(square, all) & orthogonals()) |
                          (bishop_attacks(square, all) & diagonals()) | (knight_attacks(square) & knights()) |
                          (pawn_attacks(!by, square) & pawns()) | (king_attacks(square) & kings()))) != 0;
    }

    /// Whether the king of the side is attacked.
    bool king_attacked(Color side) const { return attacked(king(side), !side); }

    constexpr bool operator==(const Board&) const = default;

    /// White, Black, pawns, knights, diagonals, orthogonals, kings: for hashing and for whole-board
    /// transformations.
    constexpr const std::array<Bitboard, 7>& sets() const { return sets_; }
    constexpr std::array<Bitboard, 7>& sets() { return sets_; }

  private:
    constexpr void set_kind(Kind kind, Square square) {
        const Bitboard here = bit(square);
        switch (kind) {
            case Kind::Pawn: sets_[2] |= here; break;
            case Kind::Knight: sets_[3] |= here; break;
            case Kind::Bishop: sets_[4] |= here; break;
            case Kind::Rook: sets_[5] |= here; break;
            case Kind::Queen:
                sets_[4] |= here;
                sets_[5] |= here;
                break;
            case Kind::King: sets_[6] |= here; break;
        }
    }

    std::array<Bitboard, 7> sets_{};
};

}  // namespace octomate::board
