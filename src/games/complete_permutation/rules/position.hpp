#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/position.hpp"
#include "core/random.hpp"
#include "games/complete_permutation/rules/state.hpp"
#include "games/shared/evaluation.hpp"
#include "games/shared/position.hpp"
#include "games/shared/themes.hpp"

namespace octomate::complete_permutation {

/// The themes of the game. In the field `meaning`, a "mate" may be the forced first move of a longer mate.
inline constexpr auto theme_definitions = games::with_common_themes(
    std::to_array<ThemeDefinition>({
#include "games/complete_permutation/rules/themes.inc"
    }),
    {{-6, -3},
     {"forced mate in two moves", "forced mate in three moves", "forced mate in four moves",
      "forced mate in five moves", "forced mate in six moves or more"},
     "a mate that shows none of the other themes but these two"});

inline constexpr ThemeCatalogue theme_catalogue{theme_definitions};

/// Returns the theme called `name`: `"sacrifice"_theme`. An unknown name does not compile.
template <ThemeName name>
constexpr ThemeNumber operator""_theme() {
    return theme_named<theme_catalogue, name>;
}

/// Returns the weights of the evaluation; all variants share them.
const games::Evaluation& evaluation();

class Position;
class Demands;
class WantedMove;

/// An editable board (see Arrangement in core/position.hpp) with unmoved pieces, en passant squares and
/// reserves. By default the reserves hold all initial pieces that are not on the board.
class Arrangement : public games::Squares<files, ranks, Bitboard, Piece, kinds> {
  public:
    // Types for the composer; see composing.hpp.
    using Demands = complete_permutation::Demands;
    using WantedMove = complete_permutation::WantedMove;

    // Texts for the composer's messages; `tastes` are the features that `appearance_penalty` weighs.
    static constexpr std::string_view square_range = "a1 to p8";
    static constexpr std::array<std::string_view, 3> tastes = {"economy", "kings", "pawns"};
    static constexpr std::string_view letters = "KPRNBQFMCATSLDGEZkprnbqfmcatsldgez";
    static constexpr int initial_pieces = 64;  ///< pieces of both sides in the initial position
    static constexpr std::string_view anywhere = "kings anywhere but side by side";
    static constexpr std::string_view other_pieces_range = "pawns on ranks 2 to 7";

    Arrangement() = default;
    explicit Arrangement(const Position& position);

    static int count(SquareSet set) { return complete_permutation::count(set); }
    static Square pop_first(SquareSet& set) { return complete_permutation::pop_first(set); }
    static SquareSet neighbours(Square square) { return king_attacks(square); }

    static char letter(Piece piece) { return fen_letter(piece); }
    static std::optional<Piece> piece_of(char letter) { return complete_permutation::piece_of(letter); }
    static bool is_royal(Piece piece) { return piece.kind == king; }
    static Piece royal_piece(Color side) { return {king, side}; }
    static int initial_count(Piece piece) { return piece.kind == pawn ? 16 : 1; }
    static Piece any_piece(Random& random) {
        const auto kind = static_cast<Kind>(random.below(king));
        return {kind, static_cast<Color>(random.below(2))};
    }
    /// Returns whether a position can have `piece` on `square`: pawns stand only on ranks 2 to 7.
    static bool may_stand(Piece piece, Square square) {
        return piece.kind != pawn || (rank_of(square) != 0 && rank_of(square) != ranks - 1);
    }
    /// Checks that no side has more pieces of a kind than initially; otherwise returns a message.
    static Expected<void, std::string> check_numbers(const std::vector<Piece>& pieces);

    /// Chooses unmoved pieces, en passant squares and reserves at random, and sometimes moves a king to its
    /// initial square, so that it can swap.
    void randomize_other_parts(Random& random);

    /// Returns an empty board with the same switches, and with default reserves.
    Arrangement without_pieces() const;

    const Board& board() const { return board_; }
    std::optional<Piece> at(Square square) const { return board_.at(square); }
    SquareSet occupied() const { return board_.occupied(); }
    SquareSet all_of(Piece piece) const;
    std::optional<Square> square_of_royal(Color side) const;
    void put(Piece piece, Square square) { board_.put(piece, square); }
    void remove(Square square) { board_.remove(square); }
    void move(Square from, Square to) { board_.move(from, to); }
    void swap(Square a, Square b);

    /// Marks the piece on `file` of the side's first rank as unmoved (R6). `accepted` ignores the mark if the
    /// piece is not there, or the king not on its initial square.
    void mark_unmoved(Color side, int file) {
        unmoved_[index(side)] = static_cast<std::uint16_t>(unmoved_[index(side)] | 1U << file);
    }
    /// Marks `square` as passed by the last double step (R7). `accepted` ignores an impossible mark.
    void mark_passed(Square square) { en_passant_ |= bit(square); }

    /// Returns the squares of all pieces but kings, of both sides: one set per kind, the most valuable first.
    std::vector<SquareSet> most_valuable_first() const;

    /// Returns whether a game can lead to these pieces: one king a side, pawns on ranks 2 to 7, and at most
    /// 16 pawns and one piece of each other kind a side (promotion only returns lost pieces, R8).
    bool possible() const;

    /// Returns the empty squares where `piece` can be added.
    SquareSet free_squares_for(Piece piece) const;

    /// Returns the position with `turn` to move, or nullopt if it is invalid.
    template <class P>
    std::optional<P> accepted(Color turn) const {
        if (!is_valid(board_, turn)) return std::nullopt;
        return P(state(turn));
    }
    /// Returns the position if it is valid and a game can lead to its pieces, else nullopt.
    template <class P>
    std::optional<P> plausible(Color turn) const {
        return possible() ? accepted<P>(turn) : std::nullopt;
    }

    bool operator==(const Arrangement&) const = default;

  private:
    /// Returns the state with `turn` to move; leaves out impossible unmoved pieces and en passant squares.
    State state(Color turn) const;

    Board board_;
    std::optional<std::array<Reserve, 2>> reserves_;  // nullopt: all initial pieces that are not on the board
    std::array<std::uint16_t, 2> unmoved_{};
    Bitboard en_passant_ = 0;
    Switches switches_;
};

/// A valid position of Complete Permutation Chess or one of its variants, or the final position of a game
/// lost by Mental Cruelty.
class Position : public games::WithoutDie<Position, Moves> {
  public:
    using Move = complete_permutation::Move;
    using Moves = complete_permutation::Moves;
    using Arrangement = complete_permutation::Arrangement;

    static constexpr ThemeCatalogue themes = theme_catalogue;

    /// The strengths of the levels, weakest first; scripts/fit-levels computes them.
    static const std::array<Strength, strength_levels> level_strengths;

    /// The initial position (R2), White to move.
    explicit Position(Switches switches = {});

    /// Wraps a state, which must be valid; this is not checked.
    explicit Position(const State& valid) : state_(valid) {}

    /// Parses a FEN of one to seven fields (R10), like `read_state`. Reports the faults of all fields.
    static Expected<Parsed<Position>, Faults> from_fen(std::string_view fen, Switches switches = {});

    /// Parses a FEN with the switches of this position.
    Expected<Parsed<Position>, Faults> read_fen(std::string_view fen) const {
        return from_fen(fen, state_.switches);
    }

    /// Returns the name of the variant: "complete-permutation:leap".
    std::string_view variant() const { return variant_name(state_.switches); }

    const State& state() const { return state_; }
    const Board& board() const { return state_.board; }
    Color turn() const { return state_.turn; }
    bool in_check() const { return !lost_by_cruelty() && king_attacked(state_.board, state_.turn); }

    /// Returns the outcome. The side to move has won if a pawn of the other side is on its last rank (R8.4).
    /// Without a legal move the side to move has lost if in check, else the game is drawn (R9.2).
    Outcome outcome() const;

    /// Replaces `out` by all legal turns, each once, in no particular order; none if the game is over.
    void legal_moves(Moves& out) const;
    using WithoutDie::legal_moves;

    /// Returns the number of legal turns.
    std::size_t count_legal_moves() const { return lost_by_cruelty() ? 0 : count_moves(state_); }

    /// Replaces `out` by the turns that give mate, each once, in no particular order.
    void winning_moves(Moves& out) const;

    /// Estimates the chance that the side to move wins minus the chance that it loses: see Evaluated. Returns
    /// 1 for a mate in one, unless it takes two pawns.
    double evaluate() const;
    /// Replaces `out` by the inputs of `evaluate`. Returns false if the game is over.
    bool facts(Facts& out) const;

    /// Returns the position after a legal turn.
    Position play(Move move) const {
        Position after(*this);
        play_move(after.state_, move);
        return after;
    }

    /// Returns the position with the other side to move and no en passant, or nullopt if in check or lost.
    std::optional<Position> passed() const;

    /// Returns a hash key that ignores the clocks. It is the same after exchanging the sides and turning the
    /// board upside down, and also after mirroring it left to right if no king may swap.
    PositionKey key() const;

    /// Returns the normalised FEN of seven fields (R10). After a loss by Mental Cruelty it cannot be parsed
    /// again.
    std::string fen() const { return write_state(state_); }

    /// Returns the notation, with "+" for check and "#" for mate: "Cb1-c4", "b7xa8=D+", "Ki1-h1",
    /// "a2-a4,b2-b3", "b7-b8=-".
    std::string notation(Move move) const;

    /// Returns the machine form (R11): "b1c4", "b7a8=D", "i1h1", "a2a4,b2b3", "b7b8=-".
    std::string uci(Move move) const;

    /// Returns the names of the kinds of moves in statistics; `kind_of` returns an index into them.
    static std::span<const std::string_view> move_kinds() {
        static constexpr std::string_view kinds[] = {"moves", "king swaps", "pairs of pawns"};
        return kinds;
    }

    /// Parses a legal turn in notation, machine form or a short form that is unambiguous. Two pawns may be
    /// named in either order if both are legal (R9.3). Errors: NotAMove, IllegalMove, AmbiguousMove,
    /// MissingPromotion. Remarks: WrongPiece, WrongSuffix.
    Expected<ParsedMove<Move>, Fault> read_move(std::string_view text) const;

    bool operator==(const Position&) const = default;

  private:
    bool lost_by_cruelty() const { return (state_.board.pawns() & (rank_set(0) | rank_set(ranks - 1))) != 0; }

    State state_;
};

/// A step as written; its legality is not checked.
struct StepText {
    std::optional<Kind> kind;  ///< the mover's kind; always set in full notation
    Square from = 0;
    Square to = 0;
    Promotion promotion;
    std::optional<bool> capture;  ///< true for "x", false for "-", nullopt in machine form
};

/// A turn as written; its legality is not checked.
struct MoveText {
    std::vector<StepText> steps;  ///< one or two steps
    char suffix = 0;              ///< '+' for check, '#' for mate, or 0
};

/// Parses full notation ("Cb1-c4", "b7xa8=D+", "a2-a4,b2-b3") or the machine form ("b1c4", "b7b8=-", also
/// "b7b8d"); skips "!" and "?" after the move. The error for other texts is the fault NotAMove, with an empty
/// field and the offset where parsing stopped.
Expected<MoveText, Fault> read_move_text(std::string_view text);

/// Returns whether the text has the squares and promotions of a turn, with its steps in the same order.
bool matches(const MoveText& text, Move move);

/// Returns whether `step`, which must be legal in `state`, captures, perhaps en passant.
bool captures(const State& state, Step step);

/// Returns whether `step`, one of the steps of the legal turn `move`, captures.
bool captures(const State& state, Move move, Step step);

/// Returns whether the step is a king's swap with a friendly piece (R6).
bool is_swap(const State& state, Step step);

}  // namespace octomate::complete_permutation
