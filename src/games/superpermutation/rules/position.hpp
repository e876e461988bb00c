#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "board8/board.hpp"
#include "core/position.hpp"
#include "core/random.hpp"
#include "games/shared/evaluation.hpp"
#include "games/shared/position.hpp"
#include "games/shared/themes.hpp"
#include "games/superpermutation/rules/kernel.hpp"
#include "games/superpermutation/rules/setup.hpp"

namespace octomate::superpermutation {

/// The themes of both games. The field `lead` ranks themes by how rare they are among economical puzzles from
/// games, the rarest first. In the field `meaning`, a "mate" is a move that wins on one of the faces (in
/// longer mates, a forced first move), and a "bound" face is one on which the move must land on its file.
inline constexpr auto theme_definitions = games::with_common_themes(
    std::to_array<ThemeDefinition>({
#include "games/superpermutation/rules/themes.inc"
    }),
    {{-8, -4},
     {"mate in two moves, forced whatever is rolled", "mate in three moves, forced whatever is rolled",
      "mate in four moves, forced whatever is rolled", "mate in five moves, forced whatever is rolled",
      "mate in six moves or more, forced whatever is rolled"},
     "a mate that shows none of the other themes but these two"});

inline constexpr ThemeCatalogue theme_catalogue{theme_definitions};

/// Returns the theme called `name`: `"teleport"_theme`. A name that is not in the catalogue does not compile.
template <ThemeName name>
constexpr ThemeNumber operator""_theme() {
    return theme_named<theme_catalogue, name>;
}

/// Returns the theme of a cascade of `swaps` swaps, 1…7: "cascade-1" to "cascade-7".
constexpr ThemeNumber cascade_of(int swaps) {
    return ThemeNumber("cascade"_theme.index() + static_cast<std::size_t>(swaps));
}

using games::Roll;

/// The die of Superpermutation d8 Chess.
inline constexpr Die d8{8, "file", "the {}-file", "land on", "lands on"};

/// Returns the file, 0…7, that `face`, 1…8, names: each player counts from their own left (section 4).
constexpr int file_of_face(Color mover, int face) { return mover == Color::White ? face - 1 : 8 - face; }

/// Returns the face, 1…8, that names `file`, 0…7.
constexpr int face_of_file(Color mover, int file) { return mover == Color::White ? file + 1 : 8 - file; }

// Section 7: the left-right mirror (face r becomes 9 - r), and the colour swap with a half-turn of the board
// (every face stays), are exact symmetries of both games.

/// Returns the board mirrored left to right.
inline board8::Board mirrored(board8::Board board) {
    for (board8::Bitboard& set : board.sets()) {
        set = ((set >> 1) & 0x5555555555555555) | ((set & 0x5555555555555555) << 1);
        set = ((set >> 2) & 0x3333333333333333) | ((set & 0x3333333333333333) << 2);
        set = ((set >> 4) & 0x0f0f0f0f0f0f0f0f) | ((set & 0x0f0f0f0f0f0f0f0f) << 4);
    }
    return board;
}

/// Returns the board mirrored top to bottom. Together with `mirrored` this makes a half-turn.
inline board8::Board upside_down(board8::Board board) {
    for (board8::Bitboard& set : board.sets()) set = __builtin_bswap64(set);
    return board;
}

/// Returns the board with the colours of all pieces exchanged.
inline board8::Board recoloured(board8::Board board) {
    std::swap(board.sets()[0], board.sets()[1]);
    return board;
}

/// Returns the same board for all positions that the symmetries make equal: turns the position so that White
/// is to move, and chooses the smaller of that board and its mirror image.
inline board8::Board canonical(const board8::Board& board, Color turn) {
    const board8::Board for_white = turn == Color::White ? board : recoloured(upside_down(board));
    const board8::Board image = mirrored(for_white);
    return std::min(for_white, image, [](const auto& a, const auto& b) { return a.sets() < b.sets(); });
}

/// Returns the hash key of the canonical board, which is equal for positions that the symmetries make equal.
inline PositionKey key_of(const board8::Board& board, Color turn) {
    KeyMaker key;
    const board8::Board unique = canonical(board, turn);
    for (const board8::Bitboard set : unique.sets()) key.add(set);
    return key.key();
}

class Material;
template <class P>
class Cells;

/// A valid position of one of the two games (section 5 of the rules), before the roll.
template <class Rules>
class Position {
  public:
    using Move = superpermutation::Move;
    using Roll = superpermutation::Roll;
    using Arrangement = superpermutation::Arrangement;

    static constexpr ThemeCatalogue themes = theme_catalogue;

    /// The number of faces of the die, 1 without a die. The weights of the rolls sum to a divisor of it.
    static constexpr unsigned chance_unit = Rules::die ? d8.faces : 1;

    /// The playing strength of each level, the weakest first; written by scripts/fit-levels.
    static const std::array<Strength, strength_levels> level_strengths;

    /// Whether moves cascade in check too (section 2).
    static constexpr bool cascades_in_check = Rules::cascade_in_check;

    using Moves = superpermutation::Moves;

    // Types for endgame tables; see material.hpp.
    using Material = superpermutation::Material;
    using Cells = superpermutation::Cells<Position>;

    /// No move can lose the game for its mover (I9); searches then skip that test.
    static constexpr bool mover_never_loses = true;

    /// A number of moves for each roll of `rolls()`.
    using RollCounts = FixedList<std::size_t, 8>;

    /// The initial array with White to move.
    Position();

    /// Parses a FEN of two to six fields. Reports the faults of all fields together. Castling rights, en
    /// passant and clocks are checked for form but ignored, with a note if the first two are not "-" (R8).
    static Expected<Parsed<Position>, Faults> from_fen(std::string_view fen);

    /// Parses a FEN of the same game as this position.
    Expected<Parsed<Position>, Faults> read_fen(std::string_view fen) const { return from_fen(fen); }

    /// Returns the name of the game.
    static constexpr std::string_view variant() { return Rules::name; }

    /// Wraps a board, which must be valid with `turn` to move; this is not checked.
    Position(const board8::Board& valid, Color turn) : board_(valid), turn_(turn) {}

    const board8::Board& board() const { return board_; }
    Color turn() const { return turn_; }
    bool in_check() const { return kernel<Rules>().in_check(board_, turn_); }

    /// Returns the result of the game. It is over if the side to move has no legal move: lost for that side
    /// in check, otherwise drawn (R7).
    Outcome outcome() const;

    /// Returns the rolls: eight faces of weight 1, or a single roll of face 0 in check and without a die.
    std::span<const Chance<Roll>> rolls() const;

    /// Replaces `out` by all legal moves, in no particular order.
    void legal_moves(MoveList<Position>& out) const { kernel<Rules>().list(board_, turn_, out); }

    /// Replaces `out` by the legal moves on a roll of `rolls()`: the moves that land on its file or, if there
    /// are none, all legal moves (a free move). Returns which of the two applies. `Bound` with an empty list
    /// means stalemate or checkmate (R7).
    Freedom legal_moves(Roll roll, MoveList<Position>& out) const;

    /// Returns the roll that names the file on which a legal move lands (R6). Face 0 if no die is used.
    Roll roll_of(Move move) const { return roll_of(move, in_check()); }
    /// Returns the index of the roll of `move` in `rolls`, the result of `rolls()`.
    std::size_t index_of_roll(std::span<const Chance<Roll>> rolls, Move move) const {
        return !Rules::die || rolls.size() == 1 ? 0 : roll_of(move, false).face - 1u;
    }

    /// Counts the legal moves.
    std::size_t count_legal_moves() const {
        return static_cast<std::size_t>(kernel<Rules>().count(board_, turn_));
    }
    /// Counts the lines of `plies` plies (at least 1), without regard to the die: perft.
    std::uint64_t count_lines(int plies) const { return kernel<Rules>().count_lines(board_, turn_, plies); }
    /// Counts the legal moves that land on the file of each roll; 0 means that the roll leaves the move free.
    RollCounts count_by_roll() const;

    /// Replaces `out` by the legal moves that mate, in no particular order.
    void winning_moves(MoveList<Position>& out) const { kernel<Rules>().mates(board_, turn_, out); }

    /// Estimates the chance that the side to move wins minus the chance that it loses: see
    /// Evaluated in core/position.hpp.
    double evaluate() const;
    /// Replaces `out` by the inputs of `evaluate`. Returns false if the game is over.
    bool facts(Facts& out) const;
    /// Returns how easily players overlook a move: the length of its cascade, or 1 for a teleport.
    int subtlety_of(Move move) const { return move.swaps + (move.teleport() ? 1 : 0); }

    /// Returns the position after a legal move.
    Position play(Move move) const { return Position(*this, move); }

    /// Returns the position with the other side to move; nullopt in check, because it would not be valid.
    std::optional<Position> passed() const {
        if (in_check()) return std::nullopt;
        return Position(board_, !turn_);
    }

    /// Returns a hash key that is equal for positions that the symmetries of section 7 make equal.
    PositionKey key() const { return key_of(board_, turn_); }

    /// Returns the FEN: "<board> <side> - - 0 1" (R8).
    std::string fen() const;

    /// Returns the full notation of a legal move (section 6), with "+" or "#".
    std::string notation(Move move) const;

    /// Returns the machine form: the squares from and to which the piece moves, and any promotion: "a4a3q".
    std::string uci(Move move) const;

    /// Returns the names of the kinds of moves in statistics; `kind_of` returns an index into them.
    static std::span<const std::string_view> move_kinds() {
        static constexpr std::string_view kinds[] = {"moves", "cascades", "teleports"};
        return kinds;
    }

    /// Returns whether a legal move captures.
    bool captures(Move move) const { return board8::contains(board_.of(!turn_), move.to); }

    /// Finds the legal move that `text` names, in full notation, machine form or short notation ("Qd4"; the
    /// square may be the landing square or the end of the cascade). Faults: NotAMove, IllegalMove,
    /// AmbiguousMove, MissingPromotion. Remarks on a legal move: WrongPiece, WrongCascade, WrongSuffix.
    Expected<ParsedMove<Move>, Fault> read_move(std::string_view text) const;

    static constexpr const Die& die() requires(Rules::die) { return d8; }

    /// Returns the letter of the file that a roll names; "" for face 0.
    std::string roll_name(Roll roll) const requires(Rules::die) {
        if (roll.face == 0) return {};
        return {static_cast<char>('a' + file_of_face(turn_, roll.face))};
    }

    bool operator==(const Position&) const = default;

  private:
    /// Constructs the position after a move. This is a constructor so that the kernel can write the board in
    /// place, without a copy.
    Position(const Position& before, Move move) : board_(board8::Board::Unset()), turn_(!before.turn_) {
        kernel<Rules>().play[index(before.turn_)](before.board_, move, board_);
    }

    Roll roll_of(Move move, bool in_check) const {
        if (!Rules::die || in_check) return {};
        return {static_cast<std::uint8_t>(face_of_file(turn_, board8::file_of(move.to)))};
    }

    board8::Board board_;
    Color turn_ = Color::White;
};

using D8Position = Position<D8>;
using ParentPosition = Position<Parent>;

template <>
const std::array<Strength, strength_levels> D8Position::level_strengths;
template <>
const std::array<Strength, strength_levels> ParentPosition::level_strengths;

extern template class Position<D8>;
extern template class Position<Parent>;

static_assert(octomate::CountsMoves<D8Position> && octomate::FindsWins<D8Position> &&
              octomate::Written<D8Position>);
static_assert(octomate::CountsMoves<ParentPosition> && octomate::FindsWins<ParentPosition> &&
              octomate::Written<ParentPosition>);

/// The parts of a move's text, in full notation or machine form. Not checked against a position.
struct MoveText {
    std::optional<board8::Kind> piece;  ///< the mover's kind; always set in full notation
    board8::Square from = 0;
    board8::Square to = 0;
    std::optional<board8::Square> end;      ///< the square where the cascade ends, if the text has one
    std::optional<board8::Kind> promotion;  ///< what a pawn becomes, if the text states it
    std::optional<bool> capture;            ///< true for "x", false for "-", nullopt in the machine form
    char suffix = 0;                        ///< '+' for check, '#' for mate, or 0

    /// Returns whether the text is in the machine form, which names no piece, capture, cascade or check.
    bool machine_form() const { return !capture.has_value(); }
};

/// Parses full notation ("Qd1-a4-a5+", "h7-h8=N#", "Ke8xd7") or the machine form ("d1a4", "a4a3q"), and skips
/// "!" and "?" after the move. For other texts, returns the fault NotAMove with an empty field and the offset
/// where parsing stopped.
Expected<MoveText, Fault> read_move_text(std::string_view text);

}  // namespace octomate::superpermutation
