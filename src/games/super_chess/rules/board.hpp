#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

#include "board8/attacks.hpp"
#include "core/types.hpp"

namespace octomate::super_chess {

/// The contents of a square: nothing, a piece of chess, a pope, or one of the stacks of section 2. A stack of
/// two or more pieces is a super piece. The two kinds of High Ground have a king or a pope on top.
enum class Kind : std::uint8_t {
    None,
    Pawn,
    Knight,
    Bishop,
    Rook,
    Queen,
    King,
    Pope,
    Mvp,
    Cathedral,
    Hourglass,
    Paladin,
    PseudoQueen,
    Cardinal,
    HyperQueen,
    CowardlyKing,
    CowardlyPope,
    Goap,
    Vatican,
    HighGround,
    PopesHighGround,
};

inline constexpr std::size_t kind_count = 21;

constexpr std::size_t index(Kind kind) { return static_cast<std::size_t>(kind); }

/// The pieces of a kind from bottom to top, as White's FEN letters without brackets, and its name.
struct KindText {
    std::string_view pieces;
    std::string_view name;
};

inline constexpr std::array<KindText, kind_count> kind_texts = {
    {{"", "nobody"},          {"P", "pawn"},       {"N", "knight"},       {"B", "bishop"},
     {"R", "rook"},           {"Q", "queen"},      {"K", "king"},         {"O", "pope"},
     {"RP", "MVP"},           {"RR", "Cathedral"}, {"RR", "Hourglass"},   {"RN", "Paladin"},
     {"RB", "Pseudo Queen"},  {"RB", "Cardinal"},  {"RQ", "Hyper Queen"}, {"RK", "Cowardly King"},
     {"RO", "Cowardly Pope"}, {"RRP", "GOAP"},     {"RRR", "Vatican"},    {"RRRK", "High Ground"},
     {"RRRO", "High Ground"}}};

/// Returns the letters of a kind's pieces from bottom to top.
constexpr std::string_view pieces_of(Kind kind) { return kind_texts[index(kind)].pieces; }

/// Returns the kind with the pieces `lower` and, above them, `upper`, or None if there is no such stack. For
/// kinds with equal pieces it returns the Cathedral or the Pseudo Queen.
constexpr Kind kind_of(std::string_view lower, std::string_view upper = {}) {
    for (std::size_t kind = 1; kind < kind_count; ++kind) {
        const std::string_view pieces = kind_texts[kind].pieces;
        if (pieces.size() == lower.size() + upper.size() && pieces.starts_with(lower) &&
            pieces.ends_with(upper))
            return static_cast<Kind>(kind);
    }
    return Kind::None;
}

/// Returns the FEN letter of a piece, given as an upper-case letter: lower case for Black.
constexpr char fen_letter(char piece, Color side) {
    return side == Color::White ? piece : static_cast<char>(piece - 'A' + 'a');
}
/// Returns the upper-case letter of a piece, given its FEN letter.
constexpr char upper(char piece) { return piece >= 'a' ? static_cast<char>(piece - 'a' + 'A') : piece; }
constexpr Color side_of(char piece) { return piece >= 'a' ? Color::Black : Color::White; }

/// Returns whether a piece has an identity: rooks and pawns do. `piece` is an upper-case letter.
constexpr bool has_identity(char piece) { return piece == 'R' || piece == 'P'; }

/// Returns the number of pieces in a stack of the kind.
constexpr int size_of(Kind kind) { return static_cast<int>(pieces_of(kind).size()); }

constexpr std::string_view name_of(Kind kind) { return kind_texts[index(kind)].name; }

/// Returns the name with its article: "a rook", "an Hourglass".
inline std::string with_article(std::string_view name) {
    return (name == "MVP" || name == "Hourglass" ? "an " : "a ") + std::string(name);
}

constexpr bool is_super(Kind kind) { return kind >= Kind::Mvp; }

/// Returns whether the stack has a king or pope: alone, on a rook (section 2), or on the High Ground.
constexpr bool is_king_like(Kind kind) {
    return kind == Kind::King || kind == Kind::Pope || kind == Kind::CowardlyKing ||
           kind == Kind::CowardlyPope || kind >= Kind::HighGround;
}

constexpr bool is_high_ground(Kind kind) { return kind >= Kind::HighGround; }

/// The permanent identity of a pawn or rook within its side (section 2): 0 and 1 for the initial rooks q and
/// k, 2 to 9 for the pawns a to h. A pawn that becomes a rook keeps its identity.
using Identity = std::uint8_t;

inline constexpr std::string_view identity_letters = "qkabcdefgh";
inline constexpr Identity queens_rook = 0;
inline constexpr Identity kings_rook = 1;
inline constexpr Identity first_pawn = 2;

/// A set of identities of a side: bit n is identity n.
using IdentitySet = std::uint16_t;

/// The stack on a square with the memories of its pieces (section 14), packed into 32 bits; empty by default.
/// Fields that a kind does not have are zero, so equal stacks have equal bits.
class Stack {
  public:
    constexpr Stack() = default;
    constexpr Stack(Kind kind, Color side)
        : bits_(static_cast<std::uint32_t>(kind) | static_cast<std::uint32_t>(octomate::index(side)) << 5) {}

    constexpr Kind kind() const { return static_cast<Kind>(bits_ & 31); }
    constexpr Color side() const { return static_cast<Color>(bits_ >> 5 & 1); }
    constexpr explicit operator bool() const { return bits_ != 0; }
    constexpr std::uint32_t bits() const { return bits_; }

    /// Returns the identity of the rook or pawn at height `level`, 0…2 (0 is the bottom).
    constexpr Identity identity(int level) const {
        return static_cast<Identity>(bits_ >> (6 + 4 * level) & 15);
    }
    constexpr Stack with_identity(int level, Identity identity) const {
        return changed(15U << (6 + 4 * level), std::uint32_t{identity} << (6 + 4 * level));
    }

    /// Returns whether the bishop started on a light square.
    constexpr bool has_light_bishop() const { return (bits_ >> 18 & 1) != 0; }
    constexpr Stack with_light_bishop(bool light) const { return changed(1U << 18, (light ? 1U : 0U) << 18); }

    /// Returns the number of captures, 0…2, that the light bishop has made as a Cardinal (section 7);
    /// `captured_points` returns the sum of their points, 0…6.
    constexpr int captured_pieces() const { return static_cast<int>(bits_ >> 19 & 3); }
    constexpr int captured_points() const { return static_cast<int>(bits_ >> 21 & 7); }
    constexpr Stack with_captures(int pieces, int points) const {
        return changed(31U << 19,
                       static_cast<std::uint32_t>(pieces) << 19 | static_cast<std::uint32_t>(points) << 21);
    }

    /// Returns whether the king-like piece has super castled; `hyper_castled` likewise (section 9).
    constexpr bool super_castled() const { return (bits_ >> 24 & 1) != 0; }
    constexpr bool hyper_castled() const { return (bits_ >> 25 & 1) != 0; }
    constexpr Stack with_castled(bool super, bool hyper) const {
        return changed(3U << 24, (super ? 1U : 0U) << 24 | (hyper ? 1U : 0U) << 25);
    }

    /// Returns whether a single pawn has moved; false for stacks, whose pawns have always moved.
    constexpr bool has_moved() const { return (bits_ >> 26 & 1) != 0; }
    constexpr Stack with_moved(bool moved) const { return changed(1U << 26, (moved ? 1U : 0U) << 26); }

    /// Returns the stack with another kind and the same memories.
    constexpr Stack as(Kind kind) const { return changed(31, static_cast<std::uint32_t>(kind)); }

    /// Returns the identities of the rooks and pawns in the stack.
    constexpr IdentitySet identities() const {
        IdentitySet set = 0;
        const std::string_view pieces = pieces_of(kind());
        for (std::size_t level = 0; level < pieces.size(); ++level) {
            if (has_identity(pieces[level]))
                set = static_cast<IdentitySet>(set | 1U << identity(static_cast<int>(level)));
        }
        return set;
    }

    constexpr bool operator==(const Stack&) const = default;

  private:
    constexpr Stack changed(std::uint32_t mask, std::uint32_t value) const {
        Stack stack;
        stack.bits_ = (bits_ & ~mask) | value;
        return stack;
    }

    std::uint32_t bits_ = 0;
};

/// Returns whether a stack of this kind may be split (section 4).
constexpr bool can_split(Kind kind) {
    return is_super(kind) && kind != Kind::HyperQueen && !is_high_ground(kind);
}

namespace detail {

/// `part_kinds[kind][from][end]`: the kind of the part of a stack at heights `from` to `end` - 1.
inline constexpr auto part_kinds = [] {
    std::array<std::array<std::array<Kind, 4>, 4>, kind_count> all{};
    for (std::size_t kind = 1; kind < index(Kind::HighGround); ++kind) {
        const std::string_view pieces = kind_texts[kind].pieces;
        for (std::size_t from = 0; from < pieces.size(); ++from) {
            for (std::size_t end = from + 1; end <= pieces.size(); ++end)
                all[kind][from][end] = kind_of(pieces.substr(from, end - from));
        }
    }
    return all;
}();

/// Returns the part of a stack at heights `from` to `end` - 1, with the memories of its pieces. Two rooks of
/// an Hourglass become a Cathedral (section 4).
constexpr Stack part_of(Stack stack, int from, int end) {
    const Kind kind =
        part_kinds[index(stack.kind())][static_cast<std::size_t>(from)][static_cast<std::size_t>(end)];
    // A single piece other than a rook or pawn keeps all memories except the rook's identity.
    if (kind != Kind::Pawn && kind != Kind::Rook && !is_super(kind))
        return stack.as(kind).with_identity(0, 0);
    Stack part = Stack(kind, stack.side()).with_moved(kind == Kind::Pawn);
    for (int level = from; level < end; ++level)
        part = part.with_identity(level - from, stack.identity(level));
    return part;
}

/// `hops[base][hopper]`: the kind of the stack after a hop, or None if there is no such stack. An Hourglass
/// neither hops nor is hopped on.
inline constexpr auto hops = [] {
    std::array<std::array<Kind, kind_count>, kind_count> all{};
    for (const Kind base : {Kind::Rook, Kind::Cathedral, Kind::Vatican}) {
        for (std::size_t hopper = 1; hopper < kind_count; ++hopper) {
            if (hopper != index(Kind::Hourglass))
                all[index(base)][hopper] = kind_of(pieces_of(base), kind_texts[hopper].pieces);
        }
    }
    return all;
}();

}  // namespace detail

/// The two parts of a split stack.
struct Split {
    Stack lower;
    Stack upper;
};

/// Splits a stack above its `lower` lowest pieces; 1 ≤ `lower` < size.
constexpr Split split(Stack stack, int lower) {
    return {detail::part_of(stack, 0, lower), detail::part_of(stack, lower, size_of(stack.kind()))};
}

/// Returns the kind of the stack after `hopper` has hopped onto a friendly `base` (section 3), or None if
/// there is no such stack. For a rook on a rook it returns Cathedral.
constexpr Kind kind_after_hop(Stack hopper, Kind base) {
    const Kind made = detail::hops[index(base)][index(hopper.kind())];
    return made == Kind::PseudoQueen && hopper.has_light_bishop() ? Kind::Cardinal : made;
}

/// Returns the stack after a hop, with the memories of both parts; `kind_after_hop` must not be None.
constexpr Stack hop(Stack hopper, Stack base) {
    Stack stack = hopper.as(kind_after_hop(hopper, base.kind())).with_moved(false);
    const std::string_view pieces = pieces_of(stack.kind());
    const int below = size_of(base.kind());
    for (int height = 0; height < 3; ++height) {
        const auto level = static_cast<std::size_t>(height);
        const bool identified = level < pieces.size() && has_identity(pieces[level]);
        stack = stack.with_identity(height, !identified      ? Identity{0}
                                            : height < below ? base.identity(height)
                                                             : hopper.identity(height - below));
    }
    return stack.kind() == Kind::PseudoQueen ? stack.with_captures(0, 0) : stack;
}

/// Returns the points of a single piece other than a king or pope (section 7).
constexpr int points_of(Kind kind) {
    switch (kind) {
        case Kind::Pawn: return 1;
        case Kind::Knight:
        case Kind::Bishop: return 3;
        case Kind::Rook: return 5;
        default: return 9;
    }
}

/// Returns whether a Cardinal that captures `victim` as a whole becomes a Cowardly Pope (section 7, A17).
constexpr bool makes_pope(Stack cardinal, Kind victim) {
    return is_super(victim) || is_king_like(victim) || cardinal.captured_pieces() == 2 ||
           cardinal.captured_points() + points_of(victim) >= 7;
}

using board8::bit;
using board8::Bitboard;
using board8::contains;
using board8::file_of;
using board8::rank_of;
using board8::Square;

/// Returns the number of squares in the set.
constexpr int count(Bitboard set) { return std::popcount(set); }

/// The sets of squares that a board maintains.
struct Sets {
    /// The indices of sets by kind of stack; the sets 0 and 1 are all stacks of White and of Black.
    enum Set : std::uint8_t {
        Diagonals = 2,  ///< stacks that attack a king along diagonals (section 8)
        Orthogonals,    ///< stacks that attack along files and ranks: rooks, queens, super pieces
        PawnLike,       ///< pawns, MVPs and GOAPs
        Goaps,
        Knights,
        Paladins,
        Kings,  ///< single kings and popes
        Supers,
        KingLike,
        Rooks,  ///< single rooks
        Cathedrals,
        Vaticans,
        Hourglasses,
        Pawns,     ///< single pawns
        set_count  ///< the number of sets
    };
};

namespace detail {

using enum Sets::Set;

/// Returns `members` as a bit set: bit n stands for set n of Sets::Set.
constexpr std::uint16_t bits_of(std::initializer_list<Sets::Set> members) {
    unsigned bits = 0;
    for (const Sets::Set set : members) bits |= 1U << set;
    return static_cast<std::uint16_t>(bits);
}

/// The sets to which a stack belongs, indexed by its kind.
inline constexpr std::array<std::uint16_t, kind_count> membership = {
    0,
    bits_of({PawnLike, Pawns}),
    bits_of({Knights}),
    bits_of({Diagonals}),
    bits_of({Orthogonals, Rooks}),
    bits_of({Diagonals, Orthogonals}),
    bits_of({Kings, KingLike}),
    bits_of({Kings, KingLike}),
    bits_of({Orthogonals, PawnLike, Supers}),
    bits_of({Orthogonals, Cathedrals, Supers}),
    bits_of({Orthogonals, Hourglasses, Supers}),
    bits_of({Orthogonals, Knights, Paladins, Supers}),
    bits_of({Orthogonals, Diagonals, Supers}),
    bits_of({Orthogonals, Diagonals, Supers}),
    bits_of({Orthogonals, Diagonals, Supers}),
    bits_of({Orthogonals, KingLike, Supers}),
    bits_of({Orthogonals, KingLike, Supers}),
    bits_of({Orthogonals, PawnLike, Goaps, Supers}),
    bits_of({Orthogonals, Vaticans, Supers}),
    bits_of({KingLike, Vaticans, Supers}),
    bits_of({KingLike, Vaticans, Supers}),
};

}  // namespace detail

/// A board: the stack on each square, and sets of squares by side and kind of stack. Any arrangement is
/// allowed; it need not be a valid position.
class Board : public Sets {
  public:
    Stack at(Square square) const { return stacks_[static_cast<std::size_t>(square)]; }
    Kind kind_at(Square square) const { return at(square).kind(); }

    Bitboard of(Color side) const { return sets_[octomate::index(side)]; }
    Bitboard all(Set set) const { return sets_[set]; }
    Bitboard occupied() const { return sets_[0] | sets_[1]; }
    Bitboard king_like(Color side) const { return sets_[KingLike] & of(side); }

    /// Adds `stack` on `square`, which must be empty.
    void put(Stack stack, Square square) {
        stacks_[static_cast<std::size_t>(square)] = stack;
        const std::uint16_t member = detail::membership[index(stack.kind())];
        for (std::size_t set = 2; set < set_count; ++set)
            sets_[set] |= Bitboard{member >> set & 1U} << square;
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
    std::array<Bitboard, set_count> sets_{};
};

static_assert(Board::set_count == 16);

/// Counts the pieces of a side by letter; the pieces of stacks count one by one.
class PieceCount {
  public:
    PieceCount() = default;
    PieceCount(const Board& board, Color side) {
        for (Bitboard rest = board.of(side); rest;) add(board.kind_at(board8::pop_first(rest)));
    }

    void add(Kind kind) {
        for (const char piece : pieces_of(kind)) ++counts_[static_cast<std::size_t>(piece)];
        total_ += size_of(kind);
    }

    /// Returns the number of pieces with this upper-case letter.
    int of(char piece) const { return counts_[static_cast<std::size_t>(piece)]; }
    /// Returns how many more than `usual` pieces with this letter there are, at least 0.
    int excess(char piece, int usual) const { return std::max(0, of(piece) - usual); }
    int total() const { return total_; }

  private:
    std::array<int, 128> counts_{};  // the number of pieces with each letter
    int total_ = 0;
};

/// Returns the squares of king-like pieces on the High Ground; the side of such a piece has won (section 12).
inline Bitboard high_grounds(const Board& board) {
    return board.all(Board::KingLike) & board.all(Board::Vaticans);
}

namespace detail {

/// Returns, for each square, the squares at a distance of `nearest` to `farthest` king's steps.
constexpr std::array<Bitboard, 64> make_rings(int nearest, int farthest) {
    std::array<Bitboard, 64> rings{};
    for (Square square = 0; square < 64; ++square) {
        for (Square other = 0; other < 64; ++other) {
            const int file_step = file_of(square) - file_of(other),
                      rank_step = rank_of(square) - rank_of(other);
            const int files = file_step < 0 ? -file_step : file_step,
                      ranks = rank_step < 0 ? -rank_step : rank_step;
            const int distance = files > ranks ? files : ranks;
            if (distance >= nearest && distance <= farthest)
                rings[static_cast<std::size_t>(square)] |= bit(other);
        }
    }
    return rings;
}

inline constexpr std::array<Bitboard, 64> paladin_rings = make_rings(2, 2);
inline constexpr std::array<Bitboard, 64> cardinal_reach = make_rings(1, 3);
inline constexpr std::array<Bitboard, 64> hyper_castle_reach = make_rings(1, 2);

}  // namespace detail

/// Returns the squares to which a Paladin leaps, at most sixteen (A16).
inline Bitboard paladin_attacks(Square square) {
    return detail::paladin_rings[static_cast<std::size_t>(square)];
}

/// Returns the squares at most three king's steps away, the limit for a whole Cardinal (section 5).
inline Bitboard cardinal_reach(Square square) {
    return detail::cardinal_reach[static_cast<std::size_t>(square)];
}
/// Returns the squares at most two king's steps away, the limit for a hyper castle (section 9).
inline Bitboard hyper_castle_reach(Square square) {
    return detail::hyper_castle_reach[static_cast<std::size_t>(square)];
}

/// Returns the diagonal neighbours of a square.
inline Bitboard diagonal_neighbours(Square square) {
    return board8::pawn_attacks(Color::White, square) | board8::pawn_attacks(Color::Black, square);
}

inline Bitboard queen_attacks(Square square, Bitboard occupied) {
    return board8::rook_attacks(square, occupied) | board8::bishop_attacks(square, occupied);
}

/// Returns the stacks of side `by` that would attack a king-like piece on `square`, as a whole or by any
/// split (section 8, A5), if exactly the squares of `occupied` block lines.
inline Bitboard attackers(const Board& board, Square square, Color by, Bitboard occupied) {
    return board.of(by) & ((board8::rook_attacks(square, occupied) & board.all(Board::Orthogonals)) |
                           (board8::bishop_attacks(square, occupied) & board.all(Board::Diagonals)) |
                           (board8::knight_attacks(square) & board.all(Board::Knights)) |
                           (paladin_attacks(square) & board.all(Board::Paladins)) |
                           (board8::pawn_attacks(!by, square) & board.all(Board::PawnLike)) |
                           (diagonal_neighbours(square) & board.all(Board::Goaps)) |
                           (board8::king_attacks(square) & board.all(Board::Kings)));
}

/// Returns whether a side is in check: it has exactly one king-like piece, and that is attacked (section 8).
inline bool in_check(const Board& board, Color side) {
    const Bitboard kings = board.king_like(side);
    if (kings == 0 || (kings & (kings - 1)) != 0) return false;
    return attackers(board, board8::first(kings), !side, board.occupied()) != 0;
}

}  // namespace octomate::super_chess
