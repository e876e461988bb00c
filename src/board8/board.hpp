#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <optional>

#include "board8/attacks.hpp"
#include "core/fault.hpp"
#include "core/isa.hpp"
#include "core/types.hpp"

namespace octomate::board8 {

/// A kind of piece, pawns included.
enum class Kind : std::uint8_t { Pawn, Knight, Bishop, Rook, Queen, King };

/// A piece: its kind and its side.
struct Piece {
    Kind kind;
    Color color;

    bool operator==(const Piece&) const = default;
};

/// Returns P, N, B, R, Q or K.
constexpr char letter(Kind kind) { return "PNBRQK"[static_cast<int>(kind)]; }

/// Returns the kind of an upper-case piece letter, or nullopt for other characters.
constexpr std::optional<Kind> kind_of(char upper) {
    switch (upper) {
        case 'P': return Kind::Pawn;
        case 'N': return Kind::Knight;
        case 'B': return Kind::Bishop;
        case 'R': return Kind::Rook;
        case 'Q': return Kind::Queen;
        case 'K': return Kind::King;
        default: return std::nullopt;
    }
}

/// Returns the letter of `piece` in FEN: upper case for White, lower case for Black.
constexpr char fen_letter(Piece piece) {
    return static_cast<char>(letter(piece.kind) + (piece.color == Color::Black ? 'a' - 'A' : 0));
}

/// Returns the piece of a FEN letter, or nullopt for other characters.
constexpr std::optional<Piece> piece_of(char fen_letter) {
    const bool black = fen_letter >= 'a' && fen_letter <= 'z';
    const auto kind = kind_of(static_cast<char>(black ? fen_letter - 'a' + 'A' : fen_letter));
    if (!kind) return std::nullopt;
    return Piece{*kind, black ? Color::Black : Color::White};
}

/// The pieces by square. Any arrangement is allowed; it need not be a valid position.
using Placement = std::array<std::optional<Piece>, 64>;

namespace detail {

/// A table of `bit(square)`; a single instruction copies an entry to all SIMD lanes.
inline constexpr std::array<Bitboard, 64> bits = [] {
    std::array<Bitboard, 64> bits{};
    for (std::size_t square = 0; square < 64; ++square) bits[square] = Bitboard{1} << square;
    return bits;
}();

}  // namespace detail

/// A chess board as sets of squares: one per side and one per kind, with queens in the sets of both bishops
/// and rooks. Any arrangement is allowed; it need not be a valid position.
class Board {
  public:
    constexpr Board() : sets_{} {}

    /// Tag of the constructor that leaves the board uninitialised; the caller then sets all squares.
    struct Unset {};
    explicit Board(Unset) {}

    explicit Board(const Placement& pieces) : Board() {
        for (Square square = 0; square < 64; ++square) {
            if (const auto& piece = pieces[static_cast<std::size_t>(square)]) put(*piece, square);
        }
    }

    constexpr Bitboard of(Color color) const { return sets_[index(color)]; }
    constexpr Bitboard occupied() const { return sets_[0] | sets_[1]; }
    constexpr Bitboard pawns() const { return sets_[2]; }
    constexpr Bitboard knights() const { return sets_[3]; }
    constexpr Bitboard diagonals() const { return sets_[4]; }    ///< bishops and queens
    constexpr Bitboard orthogonals() const { return sets_[5]; }  ///< rooks and queens
    constexpr Bitboard kings() const { return sets_[6]; }

    /// Returns the squares of the pieces of this kind and side.
    constexpr Bitboard of(Piece piece) const {
        const Bitboard side = of(piece.color);
        switch (piece.kind) {
            case Kind::Pawn: return side & pawns();
            case Kind::Knight: return side & knights();
            case Kind::Bishop: return side & diagonals() & ~orthogonals();
            case Kind::Rook: return side & orthogonals() & ~diagonals();
            case Kind::Queen: return side & diagonals() & orthogonals();
            case Kind::King: return side & kings();
        }
        return 0;
    }

    /// Returns the square of the side's king; the side must have one.
    constexpr Square king(Color color) const { return first(kings() & of(color)); }

    /// Returns the piece on `square`, or nullopt if it is empty.
    std::optional<Piece> at(Square square) const {
        if (!contains(occupied(), square)) return std::nullopt;
        const Color color = contains(of(Color::White), square) ? Color::White : Color::Black;
        if (contains(pawns(), square)) return Piece{Kind::Pawn, color};
        if (contains(knights(), square)) return Piece{Kind::Knight, color};
        if (contains(kings(), square)) return Piece{Kind::King, color};
        const bool diagonal = contains(diagonals(), square);
        if (contains(orthogonals(), square)) return Piece{diagonal ? Kind::Queen : Kind::Rook, color};
        return Piece{Kind::Bishop, color};
    }

    Placement placement() const {
        Placement pieces;
        for (Square square = 0; square < 64; ++square) pieces[static_cast<std::size_t>(square)] = at(square);
        return pieces;
    }

    /// Adds `piece` on `square`, which must be empty.
    OCTOMATE_HOT constexpr void put(Piece piece, Square square) {
        sets_[index(piece.color)] |= bit(square);
        set_kind(piece.kind, square);
    }

    /// Empties a square.
    OCTOMATE_HOT constexpr void remove(Square square) {
        for (Bitboard& set : sets_) set &= ~bit(square);
    }

    // Building blocks of moves, for games whose moves change several squares. `moved` and `swapped` return a
    // changed copy of the board; they process four sets at a time with SIMD.

    /// A vector of four sets. (An extension that g++ and clang++ support on every CPU.)
    using Lanes [[gnu::vector_size(32)]] = Bitboard;

    /// Returns `bit(square)` from a table, which is faster than a shift if it is copied to all SIMD lanes.
    OCTOMATE_HOT static Bitboard tabled_bit(Square square) {
        return detail::bits[static_cast<std::size_t>(square)];
    }

    /// Sets each lane of `mask` to all ones if that lane of `sets` contains `square`, else to zero.
    OCTOMATE_HOT static void mark_containing(const Lanes& sets, Square square, Lanes& mask) {
#if defined(__AVX2__)
        const Bitboard here = tabled_bit(square);
        mask = reinterpret_cast<Lanes>((sets & here) == here);
#else
        mask = 0 - ((sets >> square) & 1);
#endif
    }

    /// Returns a copy of the board after calling `change(lanes)` on its sets, four at a time.
    template <class Change>
    OCTOMATE_HOT Board changed(Change change) const {
        Board after{Unset()};
        for (std::size_t set = 0; set < sets_.size(); set += sizeof(Lanes) / sizeof(Bitboard)) {
            Lanes sets;
            std::memcpy(&sets, sets_.data() + set, sizeof sets);
            change(sets);
            std::memcpy(after.sets_.data() + set, &sets, sizeof sets);
        }
        return after;
    }

    /// Returns the board after the piece on `from` moved to `to`, where it replaces any other piece.
    OCTOMATE_HOT Board moved(Square from, Square to) const {
        const Bitboard unchanged = ~(tabled_bit(from) | tabled_bit(to));
        const Bitboard destination = tabled_bit(to);
        return changed([&](Lanes& sets) {
            Lanes mover;
            mark_containing(sets, from, mover);
            sets = (sets & unchanged) | (mover & destination);
        });
    }

    /// Returns the board after squares `a` and `b` exchanged their contents; either may be empty.
    OCTOMATE_HOT Board swapped(Square a, Square b) const {
        const Bitboard both = tabled_bit(a) | tabled_bit(b);
        return changed([&](Lanes& sets) {
            Lanes with_a, with_b;
            mark_containing(sets, a, with_a);
            mark_containing(sets, b, with_b);
            sets ^= (with_a ^ with_b) & both;
        });
    }

    /// Replaces the pawn on `square` by a piece of `kind` of the same side.
    OCTOMATE_HOT constexpr void promote(Square square, Kind kind) {
        sets_[2] &= ~bit(square);
        set_kind(kind, square);
    }

    constexpr bool operator==(const Board&) const = default;

    /// Returns the sets: White, Black, pawns, knights, diagonals, orthogonals, kings, and an eighth that is
    /// always empty. For hashing and for transformations of the whole board.
    constexpr const std::array<Bitboard, 8>& sets() const { return sets_; }
    constexpr std::array<Bitboard, 8>& sets() { return sets_; }

  private:
    OCTOMATE_HOT constexpr void set_kind(Kind kind, Square square) {
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

    std::array<Bitboard, 8> sets_;  // the eighth is empty and pads the array to two SIMD vectors
};

inline namespace OCTOMATE_ISA {

/// Returns the pieces of side `by` that attack `square`, if exactly the squares of `occupied` block lines.
OCTOMATE_HOT Bitboard attackers(const Board& board, Square square, Color by, Bitboard occupied) {
    return board.of(by) &
           ((rook_attacks(square, occupied) & board.orthogonals()) |
            (bishop_attacks(square, occupied) & board.diagonals()) |
            (knight_attacks(square) & board.knights()) | (pawn_attacks(!by, square) & board.pawns()) |
            (king_attacks(square) & board.kings()));
}

/// Returns whether a piece of side `by` attacks `square`.
OCTOMATE_HOT bool attacked(const Board& board, Square square, Color by) {
    return attackers(board, square, by, board.occupied()) != 0;
}

/// Returns whether the king of `side` is attacked.
OCTOMATE_HOT bool king_attacked(const Board& board, Color side) {
    return attacked(board, board.king(side), !side);
}

/// Pieces that alone block the line from a slider to a given square (pinned pieces, for example).
struct Shields {
    Bitboard pieces = 0;
    Bitboard snipers = 0;  ///< the sliders whose lines are blocked
};

/// Returns the pieces in `candidates` that alone block the line from a slider of side `by` to `square`, and
/// these sliders. If a king is on `square`, the pieces are pinned or can discover a check.
OCTOMATE_HOT Shields lone_shields(const Board& board, Square square, Color by, Bitboard candidates) {
    Shields shields;
    const Bitboard snipers = board.of(by) & ((rook_attacks(square, 0) & board.orthogonals()) |
                                             (bishop_attacks(square, 0) & board.diagonals()));
    for (Bitboard rest = snipers; rest;) {
        const Square sniper = pop_first(rest);
        const Bitboard pieces = between(square, sniper) & board.occupied();
        if ((pieces & (pieces - 1)) == 0 && (pieces & candidates)) {
            shields.pieces |= pieces;
            shields.snipers |= bit(sniper);
        }
    }
    return shields;
}

/// The squares that sliders reach from one square: rooks (`orthogonal`) and bishops (`diagonal`).
struct Lines {
    Bitboard orthogonal;
    Bitboard diagonal;
};

/// Returns the x-ray attacks of a rook and of a bishop on `square`: the squares that they reach if they pass
/// through the first piece on each line, provided that it is in `transparent`.
OCTOMATE_HOT Lines xray_lines(Square square, Bitboard occupied, Bitboard transparent) {
    return {rook_attacks(square, occupied & ~(rook_attacks(square, occupied) & transparent)),
            bishop_attacks(square, occupied & ~(bishop_attacks(square, occupied) & transparent))};
}

/// A faster `lone_shields`, for a `square` that no slider of side `by` attacks. `xrays` must be the result of
/// `xray_lines` for `square` with the candidates as the transparent pieces.
OCTOMATE_HOT Shields lone_shields_by_xray(const Board& board, Square square, Color by, const Lines& xrays) {
    Shields shields;
    shields.snipers =
        board.of(by) & ((xrays.orthogonal & board.orthogonals()) | (xrays.diagonal & board.diagonals()));
    for (Bitboard rest = shields.snipers; rest;)
        shields.pieces |= between(square, pop_first(rest)) & board.occupied();
    return shields;
}

/// Returns the squares that the `pawns` of side `Us` attack.
template <Color Us>
OCTOMATE_HOT Bitboard all_pawn_attacks(Bitboard pawns) {
    const Bitboard ahead = step_forward<Us>(pawns);
    return ((ahead & ~file_a) >> 1) | ((ahead & ~file_h) << 1);
}

/// Returns the squares that side `Us`, which must have a king, attacks if the squares of `occupied` block
/// lines. Squares of its own pieces are included.
template <Color Us>
OCTOMATE_HOT Bitboard all_attacks(const Board& board, Bitboard occupied) {
    const Bitboard ours = board.of(Us);
    Bitboard set = all_pawn_attacks<Us>(board.pawns() & ours) | king_attacks(board.king(Us));
    for (Bitboard pieces = board.knights() & ours; pieces;) set |= knight_attacks(pop_first(pieces));
    for (Bitboard pieces = board.diagonals() & ours; pieces;)
        set |= bishop_attacks(pop_first(pieces), occupied);
    for (Bitboard pieces = board.orthogonals() & ours; pieces;)
        set |= rook_attacks(pop_first(pieces), occupied);
    return set;
}

}  // namespace OCTOMATE_ISA

}  // namespace octomate::board8
