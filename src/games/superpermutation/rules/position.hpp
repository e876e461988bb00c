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
#include "games/superpermutation/rules/arrangement.hpp"
#include "games/superpermutation/rules/kernel.hpp"
#include "games/superpermutation/rules/move.hpp"

namespace octomate::superpermutation {

/// The themes of the game. Those that lead are ordered so that the rarer ones, among economical puzzles from
/// play, come before the more common ones. A "mate" is a move that wins on one of the faces, a "bound" face
/// one that binds the move to its file. In a mate in more than one, the forced first moves take the place of
/// the mates.
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

/// The theme of a name that the catalogue has.
template <ThemeName name>
constexpr ThemeNumber operator""_theme() {
    return theme_named<theme_catalogue, name>;
}

/// The theme of a cascade of so many swaps, 1…7.
constexpr ThemeNumber cascade_of(int swaps) {
    return ThemeNumber("cascade"_theme.place() + static_cast<std::size_t>(swaps));
}

using games::Roll;

/// The die of the game that has one.
inline constexpr Die d8{8, "file", "the {}-file", "land on", "lands on"};

/// The file 0…7 that a face 1…8 names: each player counts from the left (section 4).
constexpr int file_of_face(Color mover, int face) { return mover == Color::White ? face - 1 : 8 - face; }

/// The face 1…8 that names a file 0…7.
constexpr int face_of_file(Color mover, int file) { return mover == Color::White ? file + 1 : 8 - file; }

// Section 7: the left-right mirror (face r becomes 9 - r), and the colour swap with a half-turn of the board
// (every face stays), are exact symmetries of both games.

/// The board mirrored left to right.
inline board8::Board mirrored(board8::Board board) {
    for (board8::Bitboard& set : board.sets()) {
        set = ((set >> 1) & 0x5555555555555555) | ((set & 0x5555555555555555) << 1);
        set = ((set >> 2) & 0x3333333333333333) | ((set & 0x3333333333333333) << 2);
        set = ((set >> 4) & 0x0f0f0f0f0f0f0f0f) | ((set & 0x0f0f0f0f0f0f0f0f) << 4);
    }
    return board;
}

/// The board upside down. A half-turn is this and the mirror.
inline board8::Board upside_down(board8::Board board) {
    for (board8::Bitboard& set : board.sets()) set = __builtin_bswap64(set);
    return board;
}

/// The board with the colours of all pieces exchanged.
inline board8::Board recoloured(board8::Board board) {
    std::swap(board.sets()[0], board.sets()[1]);
    return board;
}

/// The same board for all positions that a symmetry makes equal: as seen with White to move, the smaller one
/// of it and its mirror image.
inline board8::Board canonical(const board8::Board& board, Color turn) {
    const board8::Board seen = turn == Color::White ? board : recoloured(upside_down(board));
    const board8::Board image = mirrored(seen);
    return std::min(seen, image, [](const auto& a, const auto& b) { return a.sets() < b.sets(); });
}

/// The same key for all positions that a symmetry makes equal.
inline PositionKey key_of(const board8::Board& board, Color turn) {
    KeyMaker key;
    const board8::Board same = canonical(board, turn);
    for (const board8::Bitboard set : same.sets()) key.take(set);
    return key.key();
}

class Material;
template <class P>
class Cells;

/// What a legal move does beside carrying a piece.
struct MoveTraits {
    int cascade = 0;        ///< number of swaps
    bool teleport = false;  ///< king and own piece changed places
    bool capture = false;
};

/// A valid position of one of the two games, before the roll. Section 5 says what is valid.
template <class Rules>
class Position {
  public:
    using Move = superpermutation::Move;
    using Roll = superpermutation::Roll;
    using Arrangement = superpermutation::Arrangement;

    static constexpr ThemeCatalogue themes = theme_catalogue;

    /// The faces of the die (1 without one); in check one roll stands for all of them.
    static constexpr unsigned chance_unit = Rules::die ? d8.faces : 1;

    /// The strengths of the levels, from the weakest; scripts/fit-levels makes them.
    static const std::array<Strength, strengths> level_strengths;

    /// Whether a side in check cascades like any other (section 2).
    static constexpr bool cascades_in_check = Rules::cascade_in_check;

    using Moves = superpermutation::Moves;

    // What endgame tables are made of; see material.hpp.
    using Material = superpermutation::Material;
    using Cells = superpermutation::Cells<Position>;

    /// A side without a move has lost or drawn, and only the other one can have brought that about (I9).
    static constexpr bool mover_never_loses = true;

    /// One number for each roll of `rolls()`.
    using RollCounts = FixedList<std::size_t, 8>;

    /// The usual array with White to move.
    Position();

    /// Reads a FEN of two to six fields. Faults of all fields are reported together. Castling, en passant and
    /// clocks are checked and ignored, with a note if they say anything (R8).
    static Expected<Read<Position>, Faults> from_fen(std::string_view fen);

    /// The same, asked of a position: it reads others of its game.
    Expected<Read<Position>, Faults> read_fen(std::string_view fen) const { return from_fen(fen); }

    /// The game's name.
    static constexpr std::string_view variant() { return Rules::name; }

    /// Takes a board that is valid for `turn` to move; not checked.
    Position(const board8::Board& valid, Color turn) : board_(valid), turn_(turn) {}

    const board8::Board& board() const { return board_; }
    Color turn() const { return turn_; }
    bool in_check() const { return kernel<Rules>().in_check(board_, turn_); }

    /// Over when the side to move has no legal move: lost by it in check, drawn if not (R7).
    Outcome outcome() const;

    /// Eight faces of weight one each, or the one roll of face 0 in check and in the game without a die.
    std::span<const Chance<Roll>> rolls() const;

    /// All legal moves, each once, in no particular order.
    void legal_moves(MoveList<Position>& out) const { kernel<Rules>().list(board_, turn_, out); }

    /// The legal moves on a roll of `rolls()`: those that land on its file; if there are none, all of them (a
    /// free move). Bound with no move at all is stalemate or checkmate (R7).
    Freedom legal_moves(Roll roll, MoveList<Position>& out) const;

    /// The roll that a legal move serves: the file of its landing square (R6), 0 where no die is used.
    Roll roll_of(Move move) const { return roll_of(move, in_check()); }
    /// Its place in `rolls()`.
    std::size_t place_of_roll(std::span<const Chance<Roll>> rolls, Move move) const {
        return !Rules::die || rolls.size() == 1 ? 0 : roll_of(move, false).face - 1u;
    }

    /// How many moves there are, and how many serve each roll (0: it leaves the move free, unless there is
    /// none).
    std::size_t count_legal_moves() const {
        return static_cast<std::size_t>(kernel<Rules>().count(board_, turn_));
    }
    std::uint64_t count_lines(int plies) const { return kernel<Rules>().count_lines(board_, turn_, plies); }
    RollCounts count_by_roll() const;

    /// The legal moves that mate, each once, in no particular order.
    void winning_moves(MoveList<Position>& out) const { kernel<Rules>().mates(board_, turn_, out); }

    /// The chance that the side to move wins less that it loses: see core/evaluated.hpp.
    double evaluate() const;
    /// What it rests on; false where the game is over.
    bool facts(Facts& out) const;
    /// Cascades are overlooked the more easily the longer they are, and teleports.
    int subtlety_of(Move move) const { return move.swaps + (move.teleport() ? 1 : 0); }

    /// Plays a legal move.
    Position play(Move move) const { return Position(*this, move); }

    /// The same board with the other side to move; none in check, since that is not a position.
    std::optional<Position> passed() const {
        if (in_check()) return std::nullopt;
        return Position(board_, !turn_);
    }

    /// Equal for positions that the symmetries of section 7 make equal, and for no others.
    PositionKey key() const { return key_of(board_, turn_); }

    /// "<board> <side> - - 0 1" (R8).
    std::string fen() const;

    /// The article's full notation (section 6) of a legal move, with "+" or "#".
    std::string notation(Move move) const;

    /// From, landing square, promotion letter: "d1a4", "a4a3q".
    std::string uci(Move move) const;

    /// The kinds of moves that lists keep apart: `kind_of` in games.hpp.
    static std::span<const std::string_view> move_kinds() {
        static constexpr std::string_view kinds[] = {"moves", "cascades", "teleports"};
        return kinds;
    }

    /// Further facts about a legal move.
    MoveTraits traits(Move move) const {
        return {move.swaps, move.teleport(), board8::contains(board_.of(!turn_), move.to)};
    }

    /// Finds the legal move that a text in either form names by from, landing square and promotion, or in
    /// short by what distinguishes it, where its cascade ends or lands. Faults: NotAMove,
    /// IllegalMove, AmbiguousMove, MissingPromotion. Remarks: WrongPiece, WrongCascade, WrongSuffix.
    Expected<ReadMove<Move>, Fault> read_move(std::string_view text) const;

    static constexpr const Die& die() requires(Rules::die) { return d8; }

    /// The letter of the file that a roll names; empty for face 0.
    std::string named_by(Roll roll) const requires(Rules::die) {
        if (roll.face == 0) return {};
        return {static_cast<char>('a' + file_of_face(turn_, roll.face))};
    }

    bool operator==(const Position&) const = default;

  private:
    /// The position after a move; a constructor, so that the board is made in its place.
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
const std::array<Strength, strengths> D8Position::level_strengths;
template <>
const std::array<Strength, strengths> ParentPosition::level_strengths;

extern template class Position<D8>;
extern template class Position<Parent>;

static_assert(octomate::CountsMoves<D8Position> && octomate::FindsWins<D8Position> &&
              octomate::Written<D8Position>);
static_assert(octomate::CountsMoves<ParentPosition> && octomate::FindsWins<ParentPosition> &&
              octomate::Written<ParentPosition>);

}  // namespace octomate::superpermutation
