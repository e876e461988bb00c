#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>

#include "games/complete_permutation/rules/attacks.hpp"
#include "games/complete_permutation/rules/move.hpp"

namespace octomate::complete_permutation {

/// The men on their squares: a set for each component of the pieces, so that a queen is in two, and one for
/// each side.
class Board {
  public:
    Bitboard of(Color side) const { return sides_[index(side)]; }
    Bitboard occupied() const { return sides_[0] | sides_[1]; }
    Bitboard rooks() const { return components_[0]; }
    Bitboard bishops() const { return components_[1]; }
    Bitboard knights() const { return components_[2]; }
    Bitboard falcons() const { return components_[3]; }
    Bitboard kings() const { return kings_; }
    Bitboard pawns() const { return pawns_; }
    /// The men of the fifteen kinds.
    Bitboard pieces() const { return occupied() & ~(kings_ | pawns_); }
    /// Where the king of a side stands, which must have one.
    Square king_of(Color side) const { return first(kings_ & of(side)); }

    /// The kind of the man on an occupied square.
    Kind kind_at(Square square) const {
        Kind kind = 0;
        for (std::size_t n = 0; n < components_.size(); ++n)
            kind = static_cast<Kind>(kind | contains(components_[n], square) << n);
        return contains(kings_, square) ? king : kind;
    }
    std::optional<Man> at(Square square) const {
        for (const Color color : {Color::White, Color::Black}) {
            if (contains(of(color), square)) return Man{kind_at(square), color};
        }
        return std::nullopt;
    }

    /// How many pieces of each kind a side has; index 0 is none.
    std::array<int, king> pieces_by_kind(Color side) const {
        std::array<int, king> numbers{};
        for (Bitboard rest = pieces() & of(side); rest;) ++numbers[kind_at(pop_first(rest))];
        return numbers;
    }

    /// Puts a man on an empty square.
    void put(Man man, Square square) {
        const Bitboard here = bit(square);
        sides_[index(man.color)] |= here;
        if (man.kind == pawn) pawns_ |= here;
        if (man.kind == king) kings_ |= here;
        for (std::size_t n = 0; n < components_.size(); ++n) {
            if (man.kind >> n & 1) components_[n] |= here;
        }
    }
    /// Makes a square empty.
    void remove(Square square) {
        const Bitboard rest = ~bit(square);
        for (Bitboard& set : components_) set &= rest;
        for (Bitboard& set : sides_) set &= rest;
        pawns_ &= rest;
        kings_ &= rest;
    }
    /// Carries a man to an empty square.
    void move(Square from, Square to) {
        const Bitboard rest = ~bit(from);
        const auto carry = [&](Bitboard& set) { set = (set & rest) | (set >> from & 1) << to; };
        for (Bitboard& set : components_) carry(set);
        for (Bitboard& set : sides_) carry(set);
        carry(pawns_);
        carry(kings_);
    }

    /// All sets, for keys.
    std::array<Bitboard, 8> sets() const {
        return {components_[0], components_[1], components_[2], components_[3],
                pawns_,         kings_,         sides_[0],      sides_[1]};
    }

    bool operator==(const Board&) const = default;

  private:
    std::array<Bitboard, 4> components_{};  // rook, bishop, knight, falcon
    Bitboard pawns_ = 0;
    Bitboard kings_ = 0;
    std::array<Bitboard, 2> sides_{};
};

/// The men of a side that attack a square (R4.1), lines being barred by `occupied`.
inline Bitboard attackers(const Board& board, Square square, Color by, Bitboard occupied) {
    const Bitboard men = board.of(by);
    Bitboard found = (knight_attacks(square) & board.knights() & men) |
                     (king_attacks(square) & board.kings() & men) |
                     (pawn_attacks(bit(square), !by) & board.pawns() & men);
    const auto& table = detail::at(square);
    if (const Bitboard rooks = board.rooks() & men; rooks & (table.file | rank_set(rank_of(square))))
        found |= rook_attacks(square, occupied) & rooks;
    if (const Bitboard bishops = board.bishops() & men; bishops & (table.diagonal | table.antidiagonal))
        found |= bishop_attacks(square, occupied) & bishops;
    if (const Bitboard falcons = board.falcons() & men; falcons & table.falcon)
        found |= falcon_attacks(square, occupied) & falcons;
    return found;
}

/// Whether a side attacks a square, only its men of `among` being counted; without finding all who do.
inline bool attacked(const Board& board, Square square, Color by, Bitboard occupied,
                     Bitboard among = ~Bitboard{0}) {
    const Bitboard men = board.of(by) & among;
    if ((knight_attacks(square) & board.knights() & men) | (king_attacks(square) & board.kings() & men) |
        (pawn_attacks(bit(square), !by) & board.pawns() & men))
        return true;
    const auto& table = detail::at(square);
    const Bitboard rooks = board.rooks() & men & (table.file | rank_set(rank_of(square)));
    if (rooks && (rook_attacks(square, occupied) & rooks)) return true;
    const Bitboard bishops = board.bishops() & men & (table.diagonal | table.antidiagonal);
    if (bishops && (bishop_attacks(square, occupied) & bishops)) return true;
    const Bitboard falcons = board.falcons() & men & table.falcon;
    return falcons && (falcon_attacks(square, occupied) & falcons);
}

/// Whether the king of a side is attacked (R4.2).
inline bool king_attacked(const Board& board, Color side) {
    return attacked(board, board.king_of(side), !side, board.occupied());
}

/// The lost pieces of a side: how many of each kind (R8.1).
class Reserve {
  public:
    int of(Kind kind) const { return counts_[kind]; }
    void add(Kind kind) { ++counts_[kind]; }
    void take(Kind kind) { --counts_[kind]; }

    /// Bit n: there is a piece of kind n.
    unsigned kinds() const {
        unsigned kinds = 0;
        for (unsigned kind = 1; kind < counts_.size(); ++kind)
            kinds |= (counts_[kind] != 0 ? 1U : 0U) << kind;
        return kinds;
    }
    bool empty() const {
        std::array<std::uint64_t, 2> words;
        std::memcpy(words.data(), counts_.data(), sizeof words);
        return (words[0] | words[1]) == 0;
    }
    const std::array<std::uint8_t, 16>& counts() const { return counts_; }

    bool operator==(const Reserve&) const = default;

  private:
    std::array<std::uint8_t, 16> counts_{};
};

}  // namespace octomate::complete_permutation
