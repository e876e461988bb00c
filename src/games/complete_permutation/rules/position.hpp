#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/position.hpp"
#include "games/complete_permutation/rules/arrangement.hpp"
#include "games/complete_permutation/rules/state.hpp"
#include "games/shared/evaluation.hpp"
#include "games/shared/position.hpp"
#include "games/shared/themes.hpp"

namespace octomate::complete_permutation {

/// The themes of the game. For a mate in more than one move, the forcing first moves count as the mates.
inline constexpr auto theme_definitions = games::with_common_themes(
    std::to_array<ThemeDefinition>({
#include "games/complete_permutation/rules/themes.inc"
    }),
    {{-6, -3},
     {"forced mate in two moves", "forced mate in three moves", "forced mate in four moves",
      "forced mate in five moves", "forced mate in six moves or more"},
     "a mate that shows none of the other themes but these two"});

inline constexpr ThemeCatalogue theme_catalogue{theme_definitions};

/// The theme called `name`, as a constant: `"sacrifice"_theme`. Unknown names do not compile.
template <ThemeName name>
constexpr ThemeNumber operator""_theme() {
    return theme_named<theme_catalogue, name>;
}

/// Returns the weights of the evaluation; all variants share them.
const games::Evaluation& evaluation();

/// A valid position of Complete Permutation Chess or one of its variants, or the final position of a game
/// lost by Mental Cruelty.
class Position : public games::WithoutDie<Position, Moves> {
  public:
    using Move = complete_permutation::Move;
    using Moves = complete_permutation::Moves;
    using Arrangement = complete_permutation::Arrangement;

    static constexpr ThemeCatalogue themes = theme_catalogue;

    /// The strengths of the levels, weakest first; scripts/fit-levels computes them.
    static const std::array<Strength, strengths> level_strengths;

    /// The initial position (R2), White to move.
    explicit Position(Switches switches = {});

    /// Wraps a state that must be valid; this is not checked.
    explicit Position(const State& valid) : state_(valid) {}

    /// Parses a FEN of one to seven fields (R10); reports the faults of all fields. See `read_state`.
    static Expected<Read<Position>, Faults> from_fen(std::string_view fen, Switches switches = {});

    /// Parses a FEN with the switches of this position.
    Expected<Read<Position>, Faults> read_fen(std::string_view fen) const {
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

    /// Sets `out` to all legal turns, each once, in no particular order; empty if the game is over.
    void legal_moves(Moves& out) const;
    using WithoutDie::legal_moves;

    /// Returns the number of legal turns.
    std::size_t count_legal_moves() const { return lost_by_cruelty() ? 0 : count_moves(state_); }

    /// Sets `out` to the turns that give mate, each once, in no particular order.
    void winning_moves(Moves& out) const;

    /// Returns the estimated value for the side to move, -1…1; see Evaluated in core/position.hpp. Finds
    /// mates in one by one piece or pawn, but not by two pawns.
    double evaluate() const;
    /// Sets `out` to the inputs of `evaluate`; returns false if the game is over.
    bool facts(Facts& out) const;

    /// Returns the position after a legal turn.
    Position play(Move move) const {
        Position after(*this);
        play_move(after.state_, move);
        return after;
    }

    /// Returns the position with the other side to move and no en passant, or nullopt if in check or lost.
    std::optional<Position> passed() const;

    /// Returns a hash without the clocks. It is equal for positions with the sides exchanged and the board
    /// upside down and, if no king may swap, for positions mirrored left to right.
    PositionKey key() const;

    /// Returns the normalised FEN with all seven fields (R10). The FEN of a position lost by Mental Cruelty
    /// cannot be parsed again.
    std::string fen() const { return write_state(state_); }

    /// Returns the notation, with "+" for check and "#" for mate: "Cb1-c4", "b7xa8=D+", "Ki1-h1",
    /// "a2-a4,b2-b3", "b7-b8=-".
    std::string notation(Move move) const;

    /// Returns the machine form (R11): "b1c4", "b7a8=D", "i1h1", "a2a4,b2b3", "b7b8=-".
    std::string uci(Move move) const;

    /// Returns the headings of lists of moves; `kind_of` in games.hpp is the index.
    static std::span<const std::string_view> move_kinds() {
        static constexpr std::string_view kinds[] = {"moves", "king swaps", "pairs of pawns"};
        return kinds;
    }

    /// Parses a legal turn in notation, machine form or a short form that is unambiguous. Two pawns may be
    /// named in either order if both are legal (R9.3). Errors: NotAMove, IllegalMove, AmbiguousMove,
    /// MissingPromotion. Remarks: WrongPiece, WrongSuffix.
    Expected<ReadMove<Move>, Fault> read_move(std::string_view text) const;

    bool operator==(const Position&) const = default;

  private:
    bool lost_by_cruelty() const { return (state_.board.pawns() & (rank_set(0) | rank_set(ranks - 1))) != 0; }

    State state_;
};

/// A step as written; its legality is not checked.
struct StepText {
    std::optional<Kind> kind;  ///< kind named by a letter; nullopt without a letter
    Square from = 0;
    Square to = 0;
    Promotion promotion;
    std::optional<bool> capture;  ///< true for "x", false for "-", nullopt in machine form
};

/// A turn as written; its legality is not checked.
struct MoveText {
    std::vector<StepText> steps;  ///< one or two
    char suffix = 0;              ///< '+', '#' or 0
};

/// Parses "Cb1-c4", "b7xa8=D+", "a2-a4,b2-b3", "b1c4", "b7b8=-" or "b7b8d"; ignores "!" and "?" at the end.
/// The error is NotAMove with an empty field and the offset at which parsing stopped.
Expected<MoveText, Fault> read_move_text(std::string_view text);

/// Returns whether a legal first step captures, en passant included.
bool captures(const State& state, Step step);

/// Returns whether `step`, one of the steps of `move`, captures. The second step starts from the position
/// after the first.
bool captures(const State& state, Move move, Step step);

/// Returns whether the step is a king's swap with a friendly piece (R6).
bool is_swap(const State& state, Step step);

}  // namespace octomate::complete_permutation
