#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/position.hpp"
#include "games/shared/evaluation.hpp"
#include "games/shared/position.hpp"
#include "games/shared/themes.hpp"
#include "games/super_chess/rules/arrangement.hpp"
#include "games/super_chess/rules/snapshot.hpp"

namespace octomate::super_chess {

/// The themes of the game. In a win in more than one move, the forced first moves take the place of the
/// winning moves.
inline constexpr auto theme_definitions = games::with_common_themes(
    std::to_array<ThemeDefinition>({
#include "games/super_chess/rules/themes.inc"
    }),
    {{-6, -3},
     {"forced win in two moves", "forced win in three moves", "forced win in four moves",
      "forced win in five moves", "forced win in six moves or more"},
     "a win that shows none of the other themes but these two"});

inline constexpr ThemeCatalogue theme_catalogue{theme_definitions};

/// The theme of a name that the catalogue has.
template <ThemeName name>
constexpr ThemeNumber operator""_theme() {
    return theme_named<theme_catalogue, name>;
}

/// The weights of the game.
const games::Evaluation& evaluation();

/// A valid position of Super Chess: the current state of the game, the rooks that travelled, and the earlier
/// states (section 10). Sides need not alternate: a traveller may be to move again.
class Position : public games::WithoutDie<Position, Moves> {
  public:
    using Move = super_chess::Move;
    using Moves = super_chess::Moves;
    using Arrangement = super_chess::Arrangement;

    static constexpr ThemeCatalogue themes = theme_catalogue;

    /// The strengths of the levels, from the weakest; see scripts/fit-levels.
    static const std::array<Strength, strengths> level_strengths;

    /// The set-up of chess, White to move.
    Position() : now_(initial_state()) {}

    /// Takes states that are valid; not checked.
    Position(const Snapshot& now, const Used& used, History history)
        : now_(now), used_(used), history_(std::move(history)) {}

    /// Reads the notation of section 14: of a state one to six fields, then " | " and five fields for each
    /// earlier state. Faults of all of them are reported together.
    static Expected<Read<Position>, Faults> from_fen(std::string_view fen);
    Expected<Read<Position>, Faults> read_fen(std::string_view fen) const { return from_fen(fen); }

    std::string_view variant() const { return "super-chess"; }

    const Snapshot& now() const { return now_; }
    const Board& board() const { return now_.board; }
    const Used& used() const { return used_; }
    const History& history() const { return history_; }
    Color turn() const { return now_.turn; }

    /// Only a side with exactly one king-like piece can be (section 8), and only while the game goes on.
    bool in_check() const;

    /// Won by the side that stands on the High Ground (section 12); else over when there is no legal move,
    /// time travel included: lost in check, drawn if not.
    Outcome outcome() const;

    /// Whether the side to move may travel in time, to any earlier state.
    bool can_travel() const;

    /// All legal moves, each once, in no particular order; none when the game is over.
    void legal_moves(Moves& out) const;
    using WithoutDie::legal_moves;

    /// How many there are.
    std::size_t count_legal_moves() const;

    /// The moves that win at once, by mate, by travel to an earlier state in which the opponent is mated now
    /// (A26), or by the High Ground; each once, in no particular order.
    void winning_moves(Moves& out) const;

    /// The chance that the side to move wins less that it loses: see core/evaluated.hpp. A travel that wins
    /// at once is not seen.
    double evaluate() const;
    /// The same of the position after a legal move, for the mover, without making its history.
    double value_after(Move move) const;
    /// What it rests on; false where the game is over.
    bool facts(Facts& out) const;

    /// Plays a legal move.
    Position play(Move move) const;

    /// The state to which a time travel leads.
    Snapshot destination(Move travel) const { return play(travel).now_; }

    /// The same with the other side to move; none in check, since that is not a position.
    std::optional<Position> passed() const;

    bool has_past() const { return !history_.empty(); }
    /// Whether an earlier state had the same board and side to move.
    bool repeats() const;

    /// The same without its earlier states.
    Position without_past() const { return {now_, used_, {}}; }

    /// Without its earlier states, if a puzzle of so many moves is the same without: there is no way back to
    /// them.
    Position concise(int moves) const { return moves == 1 && !can_travel() ? without_past() : *this; }

    /// Equal for equal positions, earlier states included.
    PositionKey key() const;

    /// The notation of section 14, normalised, with all earlier states.
    std::string fen() const;

    /// The machine form with "+" or "#". A move to the High Ground has no sign.
    std::string notation(Move move) const;

    /// The machine form (section 14): "e2e4", "d4__d7", "b8=R_b1", "@5".
    std::string uci(Move move) const { return machine_form(move); }

    /// How a move wins: "mate" or "high_ground"; empty if it does not.
    std::string_view wins_by(Move move) const;

    /// The kinds of moves that lists keep apart: `kind_of` in games.hpp.
    static std::span<const std::string_view> move_kinds() {
        static constexpr std::string_view kinds[] = {"moves", "hops", "splits", "castlings", "time travels"};
        return kinds;
    }

    /// Finds the legal move that a text names, or in short what goes and what distinguishes its move from all
    /// others: the letters of a stack from bottom to top. Faults: NotAMove, IllegalMove, AmbiguousMove,
    /// MissingPromotion. Remarks: WrongSuffix.
    Expected<ReadMove<Move>, Fault> read_move(std::string_view text) const;

    bool operator==(const Position&) const = default;

  private:
    bool over_by_high_ground() const { return high_grounds(now_.board) != 0; }

    Snapshot now_;
    Used used_{};
    History history_;
};

/// A move as written; not checked yet.
struct MoveText {
    Move move;
    char suffix = 0;  ///< '+', '#' or 0
};

/// Reads a move of section 14, "O-O" with zeros too, and "e7e8q" for "e7e8=Q". "!" and "?" behind are
/// skipped. A text that is not a move at all is NotAMove, with the offset at which the reading stopped and an
/// empty field.
Expected<MoveText, Fault> read_move_text(std::string_view text);

/// The stack that arrives somewhere by a move of a position, without what it finds there; none by a travel.
Stack goer(const Position& position, Move move);

/// The kind of what a move captures, en passant or not; None without a capture.
Kind victim(const Position& position, Move move);

/// Whether a move hops.
bool hops(const Position& position, Move move);

}  // namespace octomate::super_chess
