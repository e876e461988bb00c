#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/fault.hpp"
#include "core/lists.hpp"
#include "core/types.hpp"
#include "games/complete_permutation/rules/attacks.hpp"

namespace octomate::complete_permutation {

/// The components of pieces (R3). Each of the fifteen pieces is a nonempty set of components, and moves like
/// any of them.
inline constexpr std::uint8_t rook = 1;
inline constexpr std::uint8_t bishop = 2;
inline constexpr std::uint8_t knight = 4;
inline constexpr std::uint8_t falcon = 8;

/// A kind of piece: 0 for pawn, the bit set of the components of a piece, or 16 for king.
using Kind = std::uint8_t;

inline constexpr Kind pawn = 0;
inline constexpr Kind king = 16;
inline constexpr int kinds = 17;

/// The letters of the kinds, pawn and king included (R10).
inline constexpr std::string_view kind_letters = "PRBQNMCAFTLDSGEZK";

/// The letters of the reserve field of a FEN, in their order (R10).
inline constexpr std::string_view reserve_order = "DFBLMQEZASTCNRG";

/// The initial pieces of a side's first rank, from the a-file (R2).
inline constexpr std::string_view home_letters = "DFBLMQEZKASTCNRG";

/// The names of the kinds for users (R3.1).
inline constexpr std::array<std::string_view, kinds> kind_names = {
    "pawn",          "rook",           "bishop",          "queen",         "knight",        "marshal",
    "cardinal",      "amazon",         "falcon",          "winged rook",   "winged bishop", "winged queen",
    "winged knight", "winged marshal", "winged cardinal", "winged amazon", "king"};

/// All kinds other than the king, the most valuable first.
inline constexpr std::array<Kind, 16> kinds_by_value = {15, 7, 11, 13, 14, 3, 5, 6, 9, 12, 10, 1, 8, 2, 4, 0};

constexpr char letter_of(Kind kind) { return kind_letters[kind]; }

/// Returns the kind of an upper-case letter, or nullopt if there is none.
constexpr std::optional<Kind> kind_of(char letter) {
    const std::size_t kind = kind_letters.find(letter);
    if (kind == std::string_view::npos) return std::nullopt;
    return static_cast<Kind>(kind);
}

struct Piece {
    Kind kind = pawn;
    Color color = Color::White;

    bool operator==(const Piece&) const = default;
};

/// Returns the letter of the piece in FEN: upper case for White, lower case for Black.
constexpr char fen_letter(Piece piece) {
    const char letter = letter_of(piece.kind);
    return piece.color == Color::White ? letter : static_cast<char>(letter - 'A' + 'a');
}

/// Returns the piece of a FEN letter, or nullopt if there is none.
constexpr std::optional<Piece> piece_of(char letter) {
    const bool black = letter >= 'a' && letter <= 'z';
    const auto kind = kind_of(black ? static_cast<char>(letter - 'a' + 'A') : letter);
    if (!kind) return std::nullopt;
    return Piece{*kind, black ? Color::Black : Color::White};
}

/// The promotion part of a step: no promotion, a kind of piece, or Mental Cruelty: the pawn must promote but
/// the reserve is empty, so that its side loses (R8.4). Ordered as in machine forms.
class Promotion {
  public:
    constexpr Promotion() = default;
    /// The promotion to `kind`, which must not be pawn or king.
    constexpr explicit Promotion(Kind kind)
        : code_(static_cast<std::uint8_t>(first_letter + letters.find(letter_of(kind)))) {}
    static constexpr Promotion cruelty() { return of_code(1); }
    /// Returns the promotion with the given `code()`.
    static constexpr Promotion of_code(std::uint8_t code) {
        Promotion promotion;
        promotion.code_ = code;
        return promotion;
    }

    constexpr std::uint8_t code() const { return code_; }
    constexpr bool none() const { return code_ == 0; }
    constexpr bool is_cruelty() const { return code_ == 1; }
    constexpr bool to_piece() const { return code_ >= first_letter; }
    /// Returns the letter after "=", "-" for Mental Cruelty; there must be a promotion.
    constexpr char letter() const { return code_ == 1 ? '-' : letters[code_ - first_letter]; }
    /// Returns the kind of piece that the pawn becomes; requires to_piece().
    constexpr Kind kind() const { return *kind_of(letter()); }

    auto operator<=>(const Promotion&) const = default;

  private:
    static constexpr std::string_view letters = "ABCDEFGLMNQRSTZ";
    static constexpr std::uint8_t first_letter = 2;

    std::uint8_t code_ = 0;  // 0: none, 1: Mental Cruelty, otherwise `first_letter` + an index of `letters`
};

/// The movement of one piece, with its promotion if any. A king's step to the square of a friendly piece is a
/// swap with it (R6). Steps are ordered like their machine forms.
class Step {
  public:
    constexpr Step() = default;
    constexpr Step(Square from, Square to, Promotion promotion = {})
        : bits_(name_order(from) << 25 | name_order(to) << 18 |
                static_cast<std::uint32_t>(promotion.code()) << 8 | 1) {}

    constexpr Square from() const { return square(bits_ >> 25); }
    constexpr Square to() const { return square(bits_ >> 18 & 127); }
    constexpr Promotion promotion() const {
        return Promotion::of_code(static_cast<std::uint8_t>(bits_ >> 8 & 255));
    }
    /// Returns false for the empty step, which stands for "no second step" in a Move.
    constexpr explicit operator bool() const { return bits_ != 0; }

    auto operator<=>(const Step&) const = default;

  private:
    /// Numbers squares in the order of their names: a1, a2, …, p8.
    static constexpr std::uint32_t name_order(Square square) {
        return static_cast<std::uint32_t>(file_of(square) * ranks + rank_of(square));
    }
    static constexpr Square square(std::uint32_t order) {
        return square_at(static_cast<int>(order) / ranks, static_cast<int>(order) % ranks);
    }

    std::uint32_t bits_ = 0;
};

/// A turn: one step, or the steps of two pawns (R9.3). Turns are ordered like their machine forms.
struct Move {
    Step first;
    Step second{};

    constexpr bool pair() const { return static_cast<bool>(second); }
    /// Returns whether the turn loses by Mental Cruelty (R8.4), which only its last step can do.
    constexpr bool cruelty() const { return (pair() ? second : first).promotion().is_cruelty(); }

    auto operator<=>(const Move&) const = default;
};

/// The list of legal moves. With turns of two pawns it may have hundreds of entries, without a small bound.
using Moves = GrowingList<Move, 256>;

/// A board as sets of squares: one for each component (a queen is in the sets of rooks and bishops), one each
/// for pawns and kings, and one for each side.
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
    /// Returns the squares of all pieces other than pawns and kings.
    Bitboard officers() const { return occupied() & ~(kings_ | pawns_); }
    /// Returns the square of the side's king; the side must have one.
    Square king_of(Color side) const { return first(kings_ & of(side)); }

    /// Returns the kind of the piece on an occupied square.
    Kind kind_at(Square square) const {
        Kind kind = 0;
        for (std::size_t n = 0; n < components_.size(); ++n)
            kind = static_cast<Kind>(kind | contains(components_[n], square) << n);
        return contains(kings_, square) ? king : kind;
    }
    /// Returns the piece on a square, or nullopt if it is empty.
    std::optional<Piece> at(Square square) const {
        for (const Color color : {Color::White, Color::Black}) {
            if (contains(of(color), square)) return Piece{kind_at(square), color};
        }
        return std::nullopt;
    }

    /// Returns the number of a side's officers of each kind; index 0 is unused.
    std::array<int, king> count_by_kind(Color side) const {
        std::array<int, king> numbers{};
        for (Bitboard rest = officers() & of(side); rest;) ++numbers[kind_at(pop_first(rest))];
        return numbers;
    }

    /// Adds `piece` on `square`, which must be empty.
    void put(Piece piece, Square square) {
        const Bitboard here = bit(square);
        sides_[index(piece.color)] |= here;
        if (piece.kind == pawn) pawns_ |= here;
        if (piece.kind == king) kings_ |= here;
        for (std::size_t n = 0; n < components_.size(); ++n) {
            if (piece.kind >> n & 1) components_[n] |= here;
        }
    }
    /// Empties a square.
    void remove(Square square) {
        const Bitboard others = ~bit(square);
        for (Bitboard& set : components_) set &= others;
        for (Bitboard& set : sides_) set &= others;
        pawns_ &= others;
        kings_ &= others;
    }
    /// Moves the piece on `from` to `to`, which must be empty.
    void move(Square from, Square to) {
        const Bitboard others = ~bit(from);
        const auto move_bit = [&](Bitboard& set) { set = (set & others) | (set >> from & 1) << to; };
        for (Bitboard& set : components_) move_bit(set);
        for (Bitboard& set : sides_) move_bit(set);
        move_bit(pawns_);
        move_bit(kings_);
    }

    /// Returns all sets, for hashing.
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

/// Returns the pieces of side `by` that attack `square` (R4.1) if exactly the squares of `occupied` block.
inline Bitboard attackers(const Board& board, Square square, Color by, Bitboard occupied) {
    const Bitboard pieces = board.of(by);
    Bitboard found = (knight_attacks(square) & board.knights() & pieces) |
                     (king_attacks(square) & board.kings() & pieces) |
                     (pawn_attacks(bit(square), !by) & board.pawns() & pieces);
    const auto& table = detail::tables_of(square);
    if (const Bitboard rooks = board.rooks() & pieces; rooks & (table.file | rank_set(rank_of(square))))
        found |= rook_attacks(square, occupied) & rooks;
    if (const Bitboard bishops = board.bishops() & pieces; bishops & (table.diagonal | table.antidiagonal))
        found |= bishop_attacks(square, occupied) & bishops;
    if (const Bitboard falcons = board.falcons() & pieces; falcons & table.falcon)
        found |= falcon_attacks(square, occupied) & falcons;
    return found;
}

/// Returns whether a piece of side `by` in the set `among` attacks `square`. Faster than `attackers`.
inline bool attacked(const Board& board, Square square, Color by, Bitboard occupied,
                     Bitboard among = ~Bitboard{0}) {
    const Bitboard pieces = board.of(by) & among;
    if ((knight_attacks(square) & board.knights() & pieces) |
        (king_attacks(square) & board.kings() & pieces) |
        (pawn_attacks(bit(square), !by) & board.pawns() & pieces))
        return true;
    const auto& table = detail::tables_of(square);
    const Bitboard rooks = board.rooks() & pieces & (table.file | rank_set(rank_of(square)));
    if (rooks && (rook_attacks(square, occupied) & rooks)) return true;
    const Bitboard bishops = board.bishops() & pieces & (table.diagonal | table.antidiagonal);
    if (bishops && (bishop_attacks(square, occupied) & bishops)) return true;
    const Bitboard falcons = board.falcons() & pieces & table.falcon;
    return falcons && (falcon_attacks(square, occupied) & falcons);
}

/// Returns whether the king of `side` is attacked (R4.2).
inline bool king_attacked(const Board& board, Color side) {
    return attacked(board, board.king_of(side), !side, board.occupied());
}

/// The lost pieces of a side, counted by kind (R8.1).
class Reserve {
  public:
    int count(Kind kind) const { return counts_[kind]; }
    void add(Kind kind) { ++counts_[kind]; }
    void remove(Kind kind) { --counts_[kind]; }

    /// Returns the kinds with at least one lost piece, as a bit set: bit n for kind n.
    unsigned kinds() const {
        unsigned kinds = 0;
        for (unsigned kind = 1; kind < counts_.size(); ++kind)
            kinds |= (counts_[kind] != 0 ? 1U : 0U) << kind;
        return kinds;
    }
    bool empty() const { return *this == Reserve(); }
    const std::array<std::uint8_t, 16>& counts() const { return counts_; }

    bool operator==(const Reserve&) const = default;

  private:
    std::array<std::uint8_t, 16> counts_{};
};

/// The rule for the king's swap with a friendly piece (R6, ruling A7): when it is allowed.
enum class Swap : std::uint8_t {
    Castling,  ///< as Leap, and the squares between king and piece must be empty and not attacked
    Leap,      ///< the king must not be in check, before or after the swap
    None,      ///< never
};

/// The names of the rules for swaps in options, in the order of Swap.
inline constexpr std::array<std::string_view, 3> swap_names = {"castling", "leap", "none"};

/// The options of the rules. The FEN of a position does not contain them (R10).
struct Switches {
    bool two_pawns = false;  ///< whether two pawns may move in one turn (R9.3)
    Swap swap = Swap::Castling;

    bool operator==(const Switches&) const = default;
};

/// Returns the name of the variant with these switches, such as "complete-permutation:leap".
constexpr std::string_view variant_name(Switches switches) {
    constexpr std::array<std::string_view, 6> names = {"complete-permutation",
                                                       "complete-permutation:leap",
                                                       "complete-permutation:none",
                                                       "complete-permutation-two-pawns",
                                                       "complete-permutation-two-pawns:leap",
                                                       "complete-permutation-two-pawns:none"};
    return names[(switches.two_pawns ? 3U : 0U) + static_cast<std::size_t>(switches.swap)];
}

/// The initial file of both kings, the i-file; a king can swap only from its initial square (R2, R6).
inline constexpr int home_file_of_king = 8;

/// A position as a FEN describes it (R10), and the switches of its game.
struct State {
    Board board;
    std::array<Reserve, 2> reserves;         ///< lost pieces, by side
    Bitboard en_passant = 0;                 ///< squares passed by double steps in the last turn
    std::array<std::uint16_t, 2> unmoved{};  ///< by side: bit n is set if the piece on file n may swap (R6)
    Color turn = Color::White;
    Switches switches;
    std::uint32_t halfmove = 0;  ///< plies since the last pawn move or capture
    std::uint32_t fullmove = 1;  ///< the number of the move, from 1; grows after Black's turn

    bool operator==(const State&) const = default;
};

/// Returns the leftmost square (a-file) of a side's first rank.
constexpr Square home_rank_square(Color side) { return side == Color::White ? 0 : files * (ranks - 1); }

/// Returns the initial square of a side's king.
constexpr Square king_home(Color side) { return home_rank_square(side) + home_file_of_king; }

/// Returns the squares on which a pawn of `side` may promote but need not (R8.2, A13, A15).
constexpr Bitboard may_promote(Color side, Switches switches) {
    return switches.two_pawns ? Bitboard{0} : rank_set(relative_rank(side, 6));
}
/// Returns the squares on which a pawn of `side` must promote (R8.3, A15).
constexpr Bitboard must_promote(Color side) { return rank_set(relative_rank(side, 7)); }

/// Plays one step of a legal turn, without changing the side to move, the clocks and the en passant squares.
/// A double step adds the square that it passes to `passed`. Returns whether the step resets the halfmove
/// clock: whether a pawn moved or a piece was captured.
inline bool play_step(State& state, Step step, Bitboard& passed) {
    Board& board = state.board;
    const Color us = state.turn;
    const Square from = step.from(), to = step.to();
    const auto clear_unmoved = [&](Color side, Square square) {
        if (square - home_rank_square(side) >= 0 && square - home_rank_square(side) < files)
            state.unmoved[index(side)] &= static_cast<std::uint16_t>(~(1U << file_of(square)));
    };
    const bool by_king = contains(board.kings(), from);
    const bool by_pawn = contains(board.pawns(), from);
    if (by_king) state.unmoved[index(us)] = 0;
    if (by_king && contains(board.of(us), to)) {  // a swap (R6)
        const Piece partner{board.kind_at(to), us};
        board.remove(to);
        board.move(from, to);
        board.put(partner, from);
        return false;
    }
    if (!by_pawn) clear_unmoved(us, from);
    Square captured = to;
    if (by_pawn && contains(state.en_passant, to)) captured = to - forward(us);
    const bool captures = contains(board.of(!us), captured);
    if (captures) {
        const Kind kind = board.kind_at(captured);
        if (kind != pawn) state.reserves[index(!us)].add(kind);  // pawns have no reserve (A8)
        board.remove(captured);
        clear_unmoved(!us, captured);
    }
    board.move(from, to);
    if (!by_pawn) return captures;
    if (step.promotion().to_piece()) {
        const Kind kind = step.promotion().kind();
        board.remove(to);
        board.put({kind, us}, to);
        state.reserves[index(us)].remove(kind);
    }
    if (to - from == 2 * forward(us)) passed |= bit(from + forward(us));
    return true;
}

/// Plays a legal turn.
inline void play_move(State& state, Move move) {
    Bitboard passed = 0;
    bool resets_clock = play_step(state, move.first, passed);
    if (move.pair()) resets_clock |= play_step(state, move.second, passed);
    state.en_passant = passed;
    state.halfmove = resets_clock ? 0 : state.halfmove + 1;
    if (state.turn == Color::Black) ++state.fullmove;
    state.turn = !state.turn;
}

/// Replaces `out` by all legal turns, each once, in no particular order.
void list_moves(const State& state, Moves& out);

/// Returns the number of legal turns.
std::size_t count_moves(const State& state);

/// Returns whether there is a legal turn.
bool can_move(const State& state);

/// Replaces `out` by the legal turns that give mate, each once, in no particular order.
void list_mates(const State& state, Moves& out);

/// Returns whether a turn of one piece gives mate; turns of two pawns are ignored.
bool can_mate(const State& state);

/// Returns whether the legal turn of two pawns, `pair`, is also legal in the other order (R9.3).
bool both_orders_legal(const State& state, Move pair);

/// Returns the initial position (R2), White to move.
State initial_state(Switches switches);

/// Parses a FEN of one to seven fields (R10); the defaults of missing fields are "w - - * 0 1". Rejects
/// positions without exactly one king a side, with a pawn on the first or last rank, or with the side that is
/// not to move in check. Unmoved pieces must be on their first rank with the king on its initial square, and
/// en passant squares behind pawns that may have made a double step. Reports all faults, with byte offsets.
Expected<Parsed<State>, Faults> read_state(std::string_view fen, Switches switches);

/// Returns the normalised FEN with all seven fields (R10).
std::string write_state(const State& state);

/// Returns the initial pieces (R2) of a side that are not on the board: its reserve by default.
Reserve lost_pieces(const Board& board, Color side);

/// Returns whether each side has one king, and no pawn is on the first or last rank.
bool has_valid_pieces(const Board& board);

/// Returns whether the board has valid pieces, and the side not to move is not in check.
bool is_valid(const Board& board, Color turn);

/// Returns the files, bit n for file n, on which a side can have unmoved pieces: those of its officers on its
/// first rank if its king is on its initial square, else none (R6).
std::uint16_t possible_unmoved(const Board& board, Color side);

/// Returns the squares that a double step may have passed in the last turn, if `turn` is now to move (R7).
Bitboard possible_en_passant(const Board& board, Color turn);

}  // namespace octomate::complete_permutation
