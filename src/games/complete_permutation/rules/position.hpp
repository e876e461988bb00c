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

/// The themes of the game. In a mate in more than one, the forced first moves take the place of the mates.
inline constexpr auto theme_definitions = games::with_common_themes(
    std::to_array<ThemeDefinition>({
#include "games/complete_permutation/rules/themes.inc"
    }),
    {{-6, -3},
     {"forced mate in two moves", "forced mate in three moves", "forced mate in four moves",
      "forced mate in five moves", "forced mate in six moves or more"},
     "a mate that shows none of the other themes but these two"});

inline constexpr ThemeCatalogue theme_catalogue{theme_definitions};

/// The theme of a name that the catalogue has.
template <ThemeName name>
constexpr ThemeNumber operator""_theme() {
    return theme_named<theme_catalogue, name>;
}

/// The weights of the game, whatever its switches.
const games::Evaluation& evaluation();

/// A valid position of Complete Permutation Chess, by whichever of its switches.
class Position : public games::WithoutDie<Position, Moves> {
  public:
    using Move = complete_permutation::Move;
    using Moves = complete_permutation::Moves;
    using Arrangement = complete_permutation::Arrangement;

    static constexpr ThemeCatalogue themes = theme_catalogue;

    /// The strengths of the levels, from the weakest; see scripts/fit-levels.
    static const std::array<Strength, strengths> level_strengths;

    /// The set-up of R2, White to move.
    explicit Position(Switches switches = {});

    /// Takes a state that is valid; not checked.
    explicit Position(const State& valid) : state_(valid) {}

    /// Reads a FEN of one to seven fields (R10). Faults of all fields are reported together.
    static Expected<Read<Position>, Faults> from_fen(std::string_view fen, Switches switches = {});

    /// Reads a FEN of the game with this one's switches.
    Expected<Read<Position>, Faults> read_fen(std::string_view fen) const {
        return from_fen(fen, state_.switches);
    }

    /// The name of the game with its switches: "complete-permutation:leap".
    std::string_view variant() const { return variant_name(state_.switches); }

    const State& state() const { return state_; }
    const Board& board() const { return state_.board; }
    Color turn() const { return state_.turn; }
    bool in_check() const { return !lost_by_cruelty() && king_attacked(state_.board, state_.turn); }

    /// Won by the side to move if the other one's pawn stands on its last rank (R8.4); else over when there
    /// is not a legal move: lost in check, drawn if not (R9.2).
    Outcome outcome() const;

    /// All legal turns, each once, in no particular order; none when the game is over.
    void legal_moves(Moves& out) const;
    using WithoutDie::legal_moves;

    /// How many there are.
    std::size_t count_legal_moves() const { return lost_by_cruelty() ? 0 : count_moves(state_); }

    /// The turns that mate, each once, in no particular order.
    void winning_moves(Moves& out) const;

    /// The chance that the side to move wins less that it loses: see core/evaluated.hpp. Mates by one pawn or
    /// piece are seen, those by two pawns are not.
    double evaluate() const;
    /// What it rests on; false where the game is over.
    bool facts(Facts& out) const;

    /// Plays a legal turn.
    Position play(Move move) const {
        Position after(*this);
        play_move(after.state_, move);
        return after;
    }

    /// The same with the other side to move; none in check, since that is not a position.
    std::optional<Position> passed() const;

    /// Equal for positions that differ in their clocks alone, or that the exchange of the sides or, where
    /// no king may swap, of left and right makes equal.
    PositionKey key() const;

    /// Seven fields, normalised (R10). The last position of a game that is lost by Mental Cruelty is written
    /// likewise, and cannot be read.
    std::string fen() const { return write_state(state_); }

    /// "Cb1-c4", "b7xa8=D+", "Ki1-h1", "a2-a4,b2-b3", "b7-b8=-", with "+" or "#".
    std::string notation(Move move) const;

    /// The machine form (R11): "b1c4", "b7a8=D", "i1h1", "a2a4,b2b3", "b7b8=-".
    std::string uci(Move move) const;

    /// The kinds of moves that lists keep apart: `kind_of` in games.hpp.
    static std::span<const std::string_view> move_kinds() {
        static constexpr std::string_view kinds[] = {"moves", "king swaps", "pairs of pawns"};
        return kinds;
    }

    /// Finds the legal turn that a text in either form names, or in short by what distinguishes it.
    /// Two pawns may be named in either order where both are legal (R9.3). Faults: NotAMove, IllegalMove,
    /// AmbiguousMove, MissingPromotion. Remarks: WrongPiece, WrongSuffix.
    Expected<ReadMove<Move>, Fault> read_move(std::string_view text) const;

    bool operator==(const Position&) const = default;

  private:
    bool lost_by_cruelty() const { return (state_.board.pawns() & (rank_set(0) | rank_set(ranks - 1))) != 0; }

    State state_;
};

/// One piece's step as written; not checked yet.
struct StepText {
    std::optional<Kind> kind;  ///< named by a letter; none: a pawn, or not said
    Square from = 0;
    Square to = 0;
    Promotion promotion;
    std::optional<bool> capture;  ///< "x" or "-"; none: the machine form
};

/// A turn as written.
struct MoveText {
    std::vector<StepText> steps;  ///< one or two
    char suffix = 0;              ///< '+', '#' or 0
};

/// Reads "Cb1-c4", "b7xa8=D+", "a2-a4,b2-b3", "b1c4", "b7b8=-" or "b7b8d". "!" and "?" behind are skipped. A
/// text that is not a move at all is NotAMove, with the offset at which the reading stopped and an empty
/// field.
Expected<MoveText, Fault> read_move_text(std::string_view text);

/// Whether a step of a position captures, en passant or not.
bool captures(const State& state, Step step);

/// The same of one of the steps of a turn: the second is made where the first has been.
bool captures(const State& state, Move move, Step step);

/// Whether it is a king's exchange with a piece of its own (R6).
bool is_swap(const State& state, Step step);

}  // namespace octomate::complete_permutation
