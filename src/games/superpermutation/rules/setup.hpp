#pragma once

#include <array>
#include <bit>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "board8/attacks.hpp"
#include "board8/board.hpp"
#include "core/fault.hpp"
#include "core/random.hpp"
#include "games/shared/position.hpp"

namespace octomate::superpermutation {

/// A board and a side to move.
struct Setup {
    board8::Board board;
    Color turn = Color::White;
};

/// Returns the initial array with White to move.
const Setup& initial_setup();

/// Parses a FEN of two to six fields and accepts only positions of section 5: one king a side, no pawn on its
/// last rank (its first rank is allowed), and the side not to move not in check. Castling rights, en passant
/// and clocks are checked for form and ignored (R8), with a note for the first two unless they are "-".
/// Reports all faults, with offsets in the FEN.
Expected<Parsed<Setup>, Faults> read_setup(std::string_view fen);

/// Returns whether each side has one king and no pawn on its last rank (section 5, I3).
bool has_valid_pieces(const board8::Board& board);

/// The numbers of a side's pieces that the rules limit. Relies on I1: pawns never leave their files, and on
/// I6: pieces beyond those of the initial array are promoted pawns.
struct PieceCount {
    int pawns = 0;
    int promoted = 0;                    ///< the fewest pieces that must be promoted pawns
    board8::Bitboard crowded_pawns = 0;  ///< pawns that share a file with another pawn of the side

    /// Returns whether a game can lead to these pieces.
    bool possible() const { return pawns + promoted <= 8 && crowded_pawns == 0; }
};
/// Counts the pieces of `side`.
PieceCount count_pieces(const board8::Board& board, Color side);

/// Returns whether the board has valid pieces, and the side not to move is not in check (section 5).
bool is_valid(const board8::Board& board, Color turn);

/// Returns the FEN of a position: "<board> <side> - - 0 1".
std::string write_fen(const board8::Board& board, Color turn);

/// Parses a FEN in one pass, for speed. Returns nullopt if the FEN has faults, would cause notes, or does not
/// separate its fields by single blanks; the caller must then use `read_setup`.
std::optional<Setup> read_setup_fast(std::string_view fen);

template <class Rules>
class Position;

class Demands;
class WantedMove;

/// Pieces on a board, not necessarily a valid position, for composing and editing: models Arrangement.
class Arrangement : public games::Squares<8, 8, board8::Bitboard, board8::Piece, 6> {
  public:
    // Types for the composer; see composing.hpp.
    using Demands = superpermutation::Demands;
    using WantedMove = superpermutation::WantedMove;

    static constexpr std::string_view square_range = "a1 to h8";
    /// The features of a position's appearance that a composer can weigh; see `appearance_penalty` in
    /// composing.hpp.
    static constexpr std::array<std::string_view, 3> tastes = {"economy", "kings", "promoted"};
    static constexpr std::string_view letters = "PNBRQKpnbrqk";
    static constexpr int initial_pieces = 32;  ///< pieces of both sides in the initial array
    /// Descriptions, for messages, of the squares on which an exhaustive walk puts kings and other pieces.
    static constexpr std::string_view anywhere = "kings anywhere but side by side";
    static constexpr std::string_view other_pieces_range = "pawns on ranks 2 to 7, one of a colour on a file";

    Arrangement() = default;
    explicit Arrangement(const board8::Board& board) : board_(board) {}
    template <class Rules>
    explicit Arrangement(const Position<Rules>& position) : board_(position.board()) {}

    static int count(SquareSet set) { return std::popcount(set); }
    static Square pop_first(SquareSet& set) { return board8::pop_first(set); }
    static SquareSet neighbours(Square square) { return board8::king_attacks(square); }

    static char letter(Piece piece) { return board8::fen_letter(piece); }
    static std::optional<Piece> piece_of(char letter) { return board8::piece_of(letter); }
    static bool is_royal(Piece piece) { return piece.kind == board8::Kind::King; }
    static Piece royal_piece(Color side) { return {board8::Kind::King, side}; }
    /// Returns how many pieces of this kind and side the initial array has.
    static int initial_count(Piece piece) {
        constexpr std::array<int, 6> in_a_set = {8, 2, 2, 2, 1, 1};
        return in_a_set[static_cast<std::size_t>(piece.kind)];
    }
    /// Returns a random piece other than a king.
    static Piece any_piece(Random& random) {
        const auto kind = static_cast<board8::Kind>(random.below(5));
        return {kind, static_cast<Color>(random.below(2))};
    }
    /// Returns whether a position can have `piece` on `square`: a pawn never stands on its last rank (I3).
    static bool may_stand(Piece piece, Square square) {
        return piece.kind != board8::Kind::Pawn ||
               board8::rank_of(square) != board8::relative_rank(piece.color, 7);
    }
    /// Checks that no side has more than eight pawns (I1); otherwise returns a message that says so.
    static Expected<void, std::string> check_numbers(const std::vector<Piece>& pieces);

    /// Does nothing: positions of these games have no state besides their pieces.
    void randomize_other_parts(Random&) {}

    /// Returns an empty board.
    Arrangement without_pieces() const { return {}; }

    const board8::Board& board() const { return board_; }
    std::optional<Piece> at(Square square) const { return board_.at(square); }
    SquareSet occupied() const { return board_.occupied(); }
    /// Returns the occupied squares that `before` left empty or occupied by a different piece.
    SquareSet changed_since(const Arrangement& before) const {
        SquareSet changed = 0;
        for (std::size_t set = 0; set < board_.sets().size(); ++set)
            changed |= board_.sets()[set] ^ before.board_.sets()[set];
        return changed & occupied();
    }
    SquareSet all_of(Piece piece) const { return board_.of(piece); }
    std::optional<Square> square_of_royal(Color side) const {
        const SquareSet kings = board_.kings() & board_.of(side);
        return kings ? std::optional(board8::first(kings)) : std::nullopt;
    }
    /// Puts a piece on an empty square.
    OCTOMATE_HOT void put(Piece piece, Square square) { board_.put(piece, square); }
    void remove(Square square) { board_.remove(square); }
    void move(Square from, Square to) { board_ = board_.moved(from, to); }
    void swap(Square a, Square b) { board_ = board_.swapped(a, b); }

    /// Returns the squares of queens, rooks, bishops, knights and pawns, of both sides, in this order.
    std::array<SquareSet, 5> most_valuable_first() const;

    /// Checks whether each side has one king, no pawn stands on its last rank (I3), and no file has two pawns
    /// of one colour (I1: pawns never leave their files).
    bool possible() const;

    /// Returns the empty squares where `piece` can be added. A pawn needs a file without a pawn of its colour
    /// (I1), and ranks 2 to 7.
    SquareSet free_squares_for(Piece piece) const;

    /// Calls `f(before)` with arrangements in which the last move of the piece that is now on `square` has
    /// been taken back: a movement from any empty square, with a cascade of any length on its file (I5), a
    /// promotion, or a king's teleport. Fast but inexact: ignores how the piece moves, so some arrangements
    /// are impossible, and undoes no captures. `retract` in proof.hpp is exact.
    template <class F>
    void retract(Square square, F f) const;

    /// Returns the position with `turn` to move, or nullopt if it is not valid.
    template <class P>
    std::optional<P> accepted(Color turn) const {
        if (!is_valid(board_, turn)) return std::nullopt;
        return P(board_, turn);
    }
    /// Returns the position; nullopt if it is invalid or has pawns on rank 1 or 8 or doubled pawns (I1).
    template <class P>
    std::optional<P> plausible(Color turn) const {
        if ((board_.pawns() & (board8::rank_set(0) | board8::rank_set(7))) || !possible())
            return std::nullopt;
        return accepted<P>(turn);
    }

    /// Returns the hash key of the position with these pieces, even if it is not valid.
    PositionKey key(Color turn) const;

    bool operator==(const Arrangement&) const = default;

  private:
    board8::Board board_;
};

template <class F>
void Arrangement::retract(Square square, F f) const {
    using namespace board8;
    const Piece piece = *at(square);
    Arrangement others = *this;  // the other pieces; the loop undoes the cascade's swaps one by one
    others.remove(square);
    const int back = piece.color == Color::White ? -8 : 8;
    for (Square landing = square;; landing += back) {
        for (SquareSet empty = ~others.occupied() & ~bit(landing); empty;) {
            const Square origin = pop_first(empty);
            if (!may_stand(piece, origin)) continue;
            Arrangement before = others;
            before.put(piece, origin);
            f(before);
        }
        const Square behind = landing + back;
        if (behind < 0 || behind >= squares || !contains(others.occupied(), behind)) break;
        others.move(behind, landing);
    }
    const int rank = relative_rank(piece.color, rank_of(square));
    const Square behind = square + back;
    if (rank == 7 && piece.kind != Kind::King && piece.kind != Kind::Pawn && !at(behind)) {
        Arrangement before = *this;
        before.remove(square);
        before.put({Kind::Pawn, piece.color}, behind);
        f(before);
    }
    if (piece.kind == Kind::King) {
        for (SquareSet partners = board_.of(piece.color) & ~bit(square); partners;) {
            Arrangement before = *this;
            before.swap(square, pop_first(partners));
            f(before);
        }
    }
}

}  // namespace octomate::superpermutation
