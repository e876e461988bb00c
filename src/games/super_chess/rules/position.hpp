#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "board8/attacks.hpp"
#include "core/position.hpp"
#include "core/random.hpp"
#include "games/shared/evaluation.hpp"
#include "games/shared/position.hpp"
#include "games/shared/themes.hpp"
#include "games/super_chess/rules/snapshot.hpp"

namespace octomate::super_chess {

/// The themes of the game. In a puzzle of more than one move, a theme is shown by the first moves that force
/// the win.
inline constexpr auto theme_definitions = games::with_common_themes(
    std::to_array<ThemeDefinition>({
#include "games/super_chess/rules/themes.inc"
    }),
    {{-6, -3},
     {"forced win in two moves", "forced win in three moves", "forced win in four moves",
      "forced win in five moves", "forced win in six moves or more"},
     "a win that shows none of the other themes but these two"});

inline constexpr ThemeCatalogue theme_catalogue{theme_definitions};

/// Returns the theme called `name`: `"sacrifice"_theme`. An unknown name does not compile.
template <ThemeName name>
constexpr ThemeNumber operator""_theme() {
    return theme_named<theme_catalogue, name>;
}

/// Returns the weights of the evaluation.
const games::Evaluation& evaluation();

class Position;

/// The kind and side of a stack, without the memories of its pieces.
struct StackKind {
    Kind kind = Kind::None;
    Color color = Color::White;

    bool operator==(const StackKind&) const = default;
};

/// An editable board (see Arrangement in core/position.hpp) with castling rights, used rooks and earlier
/// states. A stack that is put on the board has default memories; `accepted` gives its rooks and pawns their
/// identities.
class Arrangement : public games::Squares<8, 8, Bitboard, StackKind, static_cast<int>(kind_count)> {
  public:
    static constexpr int initial_pieces = 32;  ///< pieces of both sides in the initial position

    Arrangement() = default;
    explicit Arrangement(const Position& position);

    static int count(SquareSet set) { return super_chess::count(set); }
    static Square pop_first(SquareSet& set) { return board8::pop_first(set); }
    static SquareSet neighbours(Square square) { return board8::king_attacks(square); }

    /// Returns a letter for each kind of stack: PNBRQKO for single pieces, M MVP, C Cathedral, H Hourglass, L
    /// Paladin, S Pseudo Queen, D Cardinal, Y Hyper Queen, W Cowardly King, X Cowardly Pope, G GOAP, V
    /// Vatican; lower case for Black.
    static char letter(Piece piece);
    static std::optional<Piece> piece_of(char letter);
    static bool is_royal(Piece piece) { return piece.kind == Kind::King || piece.kind == Kind::CowardlyKing; }
    static Piece royal_piece(Color side) { return {Kind::King, side}; }
    static int initial_count(Piece piece);
    /// Returns a random piece or stack, never a king; half of them are single pieces.
    static Piece any_piece(Random& random);
    /// Returns whether a position can have the stack on the square: single pawns only on ranks 2 to 7.
    static bool may_stand(Piece piece, Square square) {
        return piece.kind != Kind::Pawn || (rank_of(square) != 0 && rank_of(square) != 7);
    }
    /// Checks the limits of one stack, 8 pawns and 10 rooks a side; the error is a message.
    static Expected<void, std::string> check_numbers(const std::vector<Piece>& pieces);

    /// Randomly moves kings to their initial squares and sets castling rights and the en passant square.
    void randomize_other_parts(Random& random);

    /// Returns an empty board without earlier states.
    Arrangement without_pieces() const { return {}; }

    const Board& board() const { return now_.board; }
    std::optional<Piece> at(Square square) const;
    SquareSet occupied() const { return board().occupied(); }
    SquareSet all_of(Piece piece) const;
    SquareSet free_squares_for(Piece piece) const;
    std::optional<Square> square_of_royal(Color side) const;
    void put(Piece piece, Square square);
    void remove(Square square) { now_.board.remove(square); }
    void move(Square from, Square to);
    void swap(Square a, Square b);

    /// Returns the squares of all non-royal stacks, one set per kind, most valuable kind first.
    std::vector<SquareSet> most_valuable_first() const;

    /// Returns whether a game can lead to these stacks: at most one super piece and 16 pieces a side, with
    /// enough pawns missing for the promoted pieces.
    bool possible() const;

    /// Returns the position with `turn` to move, or nullopt if it is invalid.
    template <class P>
    std::optional<P> accepted(Color turn) const {
        const auto state = accepted_state(turn);
        if (!state) return std::nullopt;
        return P(*state, used_, history_);
    }
    /// Returns the position if it is valid and a game can lead to its stacks, else nullopt.
    template <class P>
    std::optional<P> plausible(Color turn) const {
        return possible() ? accepted<P>(turn) : std::nullopt;
    }

    bool operator==(const Arrangement&) const = default;

  private:
    /// Returns the state with identities assigned and impossible rights removed, or nullopt if it is invalid.
    std::optional<Snapshot> accepted_state(Color turn) const;

    Snapshot now_;  // new pawns and rooks have the identity `unidentified`
    UsedRooks used_{};
    History history_;
};

/// A valid position of Super Chess: the current state, the rooks that have travelled in time, and the earlier
/// states (section 10). Sides need not alternate: after time travel the same side may move again.
class Position : public games::WithoutDie<Position, Moves> {
  public:
    using Move = super_chess::Move;
    using Moves = super_chess::Moves;
    using Arrangement = super_chess::Arrangement;

    static constexpr ThemeCatalogue themes = theme_catalogue;

    /// The strengths of the levels, weakest first; scripts/fit-levels computes them.
    static const std::array<Strength, strength_levels> level_strengths;

    /// The initial position of chess, White to move.
    Position() : now_(initial_state()) {}

    /// Constructs a position from states that must form a valid position; this is not checked.
    Position(const Snapshot& now, const UsedRooks& used, History history)
        : now_(now), used_(used), history_(std::move(history)) {}

    /// Parses a FEN (section 14): one to six fields of the current state, then " | " and one to five fields
    /// for each earlier state. Reports the faults of all states.
    static Expected<Parsed<Position>, Faults> from_fen(std::string_view fen);
    Expected<Parsed<Position>, Faults> read_fen(std::string_view fen) const { return from_fen(fen); }

    std::string_view variant() const { return "super-chess"; }

    const Snapshot& now() const { return now_; }
    const Board& board() const { return now_.board; }
    const UsedRooks& used() const { return used_; }
    const History& history() const { return history_; }
    Color turn() const { return now_.turn; }

    /// Returns whether the side to move is in check: its only king-like piece is attacked (section 8), and
    /// the game is not over by the High Ground.
    bool in_check() const;

    /// Returns the outcome. A side on the High Ground has won (section 12). Without a legal move, time travel
    /// included, the side to move has lost if in check, else the game is drawn.
    Outcome outcome() const;

    /// Returns whether the side to move may travel in time; it may then travel to any earlier state.
    bool can_travel() const;

    /// Sets `out` to all legal moves, each once, in no particular order; empty if the game is over.
    void legal_moves(Moves& out) const;
    using WithoutDie::legal_moves;

    /// Returns the number of legal moves.
    std::size_t count_legal_moves() const;

    /// Sets `out` to the moves that win at once: by mate, by travel to an earlier state in which the opponent
    /// is now mated (A26), or by the High Ground. Each once, in no particular order.
    void winning_moves(Moves& out) const;

    /// Returns the estimated value for the side to move, -1…1; see Evaluated in core/position.hpp. It is not
    /// exact if only a time travel wins at once.
    double evaluate() const;
    /// Returns the value of a legal move for its mover, usually without building the position after it.
    double value_after(Move move) const;
    /// Sets `out` to the inputs of `evaluate`; returns false if the game is over.
    bool facts(Facts& out) const;

    /// Returns the position after a legal move.
    Position play(Move move) const;

    /// Returns the state to which a legal time travel leads.
    Snapshot destination(Move travel) const { return play(travel).now_; }

    /// Returns the position with the other side to move and no en passant, or nullopt if in check or over by
    /// the High Ground.
    std::optional<Position> passed() const;

    bool has_past() const { return !history_.empty(); }
    /// Returns whether an earlier state had the same board and side to move.
    bool repeats() const;

    /// Returns the position without its earlier states.
    Position without_past() const { return {now_, used_, {}}; }

    /// Returns the position, without its earlier states if they cannot matter: in a puzzle of one move where
    /// the side to move cannot travel.
    Position with_needed_history(int moves) const {
        return moves == 1 && !can_travel() ? without_past() : *this;
    }

    /// Returns a hash, equal for equal positions, earlier states included.
    PositionKey key() const;

    /// Returns the normalised FEN (section 14) with all earlier states.
    std::string fen() const;

    /// Returns the machine form with "+" or "#"; a move to the High Ground has no sign.
    std::string notation(Move move) const;

    /// Returns the machine form (section 14): "e2e4", "d4__d7", "b8=R_b1", "@5".
    std::string uci(Move move) const { return machine_form(move); }

    /// Returns how a legal move wins, "mate" or "high_ground"; empty if it does not win.
    std::string_view wins_by(Move move) const;

    /// Returns the headings of lists of moves, indexed by `kind_of` (see games.hpp).
    static std::span<const std::string_view> move_kinds() {
        static constexpr std::string_view kinds[] = {"moves", "hops", "splits", "castlings", "time travels"};
        return kinds;
    }

    /// Parses a legal move in machine form, or in short form if it is unambiguous: the letters of the moving
    /// pieces from bottom to top, and the destination. Faults: NotAMove, IllegalMove, AmbiguousMove,
    /// MissingPromotion. Remark: WrongSuffix.
    Expected<ParsedMove<Move>, Fault> read_move(std::string_view text) const;

    bool operator==(const Position&) const = default;

  private:
    bool over_by_high_ground() const { return high_grounds(now_.board) != 0; }

    Snapshot now_;
    UsedRooks used_{};
    History history_;
};

/// A move parsed from machine form, which need not be legal.
struct MoveText {
    Move move;
    char check_sign = 0;  ///< '+' for check, '#' for mate, or 0
};

/// Parses a move in machine form (section 14). Also accepts castling with zeros and "e7e8q" for "e7e8=Q", and
/// ignores "!" and "?" at the end. The error is NotAMove, with the offset at which parsing stopped.
Expected<MoveText, Fault> read_move_text(std::string_view text);

/// Returns the stack, or the part of a stack, that a move moves, in its state before the move; empty for time
/// travel.
Stack moving_stack(const Position& position, Move move);

/// Returns the kind of the stack that a move captures, en passant included, or None.
Kind victim(const Position& position, Move move);

/// Returns whether the move hops onto a friendly stack.
bool hops(const Position& position, Move move);

}  // namespace octomate::super_chess
