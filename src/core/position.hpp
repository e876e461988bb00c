#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/fault.hpp"
#include "core/random.hpp"
#include "core/types.hpp"

namespace octomate {

/// A roll and its weight: its probability is `weight` divided by the sum of the weights in `rolls()`.
template <class Roll>
struct Chance {
    Roll roll;
    unsigned weight = 1;  ///< the weight of the roll, at least 1
};

/// A sized, nonempty range of Chance<Roll>.
template <class R, class Roll>
concept ChanceRange = requires(const R& range) {
    { *range.begin() } -> std::convertible_to<Chance<Roll>>;
    {range.end()};
    { range.size() } -> std::convertible_to<std::size_t>;
};

/// Whether a roll restricts the player to the moves that fit it (`Bound`), or no legal move fits the roll, so
/// that the player may choose any (`Free`).
enum class Freedom : std::uint8_t { Bound, Free };

/// The container that `legal_moves` fills: a FixedList if the game has a bound on its moves, else a
/// GrowingList. Its elements are contiguous in memory.
template <class L, class Move>
concept ListOfMoves = std::default_initializable<L> && std::copyable<L> &&
    requires(L& list, const L& full, const Move& move, std::size_t at) {
    {list.clear()};
    {list.push_back(move)};
    {list.resize(at)};  // drops the last elements
    { full.size() } -> std::same_as<std::size_t>;
    { full.empty() } -> std::same_as<bool>;
    { full[at] } -> std::same_as<const Move&>;
    { *list.begin() } -> std::same_as<Move&>;
    { list.end() - list.begin() } -> std::convertible_to<std::ptrdiff_t>;
    { *full.begin() } -> std::same_as<const Move&>;
    { full.end() - full.begin() } -> std::convertible_to<std::ptrdiff_t>;
};

/// The list type that a game uses for its moves.
template <class P>
using MoveList = typename P::Moves;

/// A valid position of a game before the roll, as a value type. This is the minimal interface of the solver:
///   * `turn()`: the side to move, which may be the side that moved last; meaningless once the game is over,
///   * `outcome()`: `Ongoing` if and only if there are legal moves,
///   * `rolls()`: the possible rolls; the sum of their weights divides `chance_unit`, which is 1 for a game
///     without chance,
///   * `legal_moves(out)`: sets `out` to all legal moves on any roll, each once, in no particular order,
///   * `legal_moves(roll, out)`: sets `out` to the legal moves that fit `roll` and returns `Bound`, or, if
///     none fits, sets it to all legal moves and returns `Free`,
///   * `play(move)`: returns the position after the legal move,
///   * `key()`: a hash; equal for equal positions and for positions that an exact symmetry of the game maps
///     to each other.
template <class P>
concept Position = std::regular<P> && std::totally_ordered<typename P::Move> &&
    std::regular<typename P::Roll> && ListOfMoves<typename P::Moves, typename P::Move> &&
    requires(const P& pos, typename P::Move move, typename P::Roll roll, MoveList<P>& out) {
    { P::chance_unit } -> std::convertible_to<unsigned>;
    { pos.turn() } -> std::same_as<Color>;
    { pos.outcome() } -> std::same_as<Outcome>;
    { pos.rolls() } -> ChanceRange<typename P::Roll>;
    { pos.legal_moves(out) } -> std::same_as<void>;
    { pos.legal_moves(roll, out) } -> std::same_as<Freedom>;
    { pos.play(move) } -> std::same_as<P>;
    { pos.key() } -> std::same_as<PositionKey>;
};

/// The maximum number of consecutive plies by one side: `P::plies_in_a_row` if defined, else 1. It matters
/// in games with chance only, where it determines the denominator of exact values.
template <class P>
inline constexpr int plies_in_a_row = 1;
template <class P>
requires requires { P::plies_in_a_row; }
inline constexpr int plies_in_a_row<P> = P::plies_in_a_row;

/// True if no move can lose the game for its mover, so that searches need not test for it. Default: false.
template <class P>
inline constexpr bool mover_never_loses = false;
template <class P>
requires requires { P::mover_never_loses; }
inline constexpr bool mover_never_loses<P> = P::mover_never_loses;

/// Returns whether `list` contains `move`.
template <class Moves, class Move>
bool is_among(const Moves& list, const Move& move) {
    return std::find(list.begin(), list.end(), move) != list.end();
}

/// Returns the legal moves of `position`, on `roll` if one is given, in ascending order.
template <Position P, class... Roll>
MoveList<P> sorted_moves(const P& position, const Roll&... roll) {
    MoveList<P> moves;
    position.legal_moves(roll..., moves);
    std::sort(moves.begin(), moves.end());
    return moves;
}

/// A position in which each legal move fits exactly one roll of `rolls()`, which `roll_of(move)` returns. The
/// solver then searches each move only once, even if several rolls allow it.
template <class P>
concept MovesByRoll = Position<P> && requires(const P& pos, typename P::Move move) {
    { pos.roll_of(move) } -> std::same_as<typename P::Roll>;
};

/// Returns the index in `rolls` of the roll that the legal `move` fits; `rolls` must be `position.rolls()`.
/// A game may define a member of the same name that computes it faster.
template <MovesByRoll P, class Rolls>
std::size_t index_of_roll(const P& position, const Rolls& rolls, const typename P::Move& move) {
    if constexpr (requires { position.index_of_roll(rolls, move); }) {
        return position.index_of_roll(rolls, move);
    } else {
        std::size_t index = 0;
        if (rolls.size() == 1) return index;
        const typename P::Roll roll = position.roll_of(move);
        for (const auto& chance : rolls) {
            if (chance.roll == roll) break;
            ++index;
        }
        return index;
    }
}

/// A position that counts its legal moves without listing them: `count_legal_moves()` all of them, and
/// `count_by_roll()` the moves that fit each roll, in the order of `rolls()`. If none fits, all are allowed.
template <class P>
concept CountsMoves = MovesByRoll<P> && requires(const P& pos, std::size_t at) {
    { pos.count_legal_moves() } -> std::same_as<std::size_t>;
    { pos.count_by_roll()[at] } -> std::convertible_to<std::size_t>;
};

/// A position that has its own perft: `count_lines(plies)` returns the number of move sequences of `plies`
/// plies (at least 1). Rolls are ignored: each legal move counts once.
template <class P>
concept CountsLines = Position<P> && requires(const P& pos, int plies) {
    { pos.count_lines(plies) } -> std::same_as<std::uint64_t>;
};

/// A position that supports a null move. `passed()` returns the position with the other side to move, even if
/// the game is then over, or nullopt if that position is invalid, for example in check.
template <class P>
concept Passes = Position<P> && requires(const P& pos) {
    { pos.passed() } -> std::same_as<std::optional<P>>;
};

/// A position with a generator of winning moves: `winning_moves(out)` sets `out` to the moves that win the
/// game at once, each once, in no particular order.
template <class P>
concept FindsWins = Position<P> && requires(const P& pos, MoveList<P>& out) {
    { pos.winning_moves(out) } -> std::same_as<void>;
};

/// A legal move parsed from text. `remarks` lists the harmless errors of the text, such as a wrong "+".
template <class Move>
struct ParsedMove {
    Move move;
    Faults remarks;
};

/// The die of a game, with the words that messages use for it.
struct Die {
    int faces = 0;                   ///< number of faces, numbered from 1
    std::string_view noun;           ///< word for what a face names: "file"
    std::string_view pattern;        ///< phrase for one face, with `{}` for its name: "the {}-file"
    std::string_view plural_verb;    ///< verb for moves that fit a face: "land on"
    std::string_view singular_verb;  ///< verb for a move that fits a face: "lands on"

    /// Returns the phrase for the face called `name`: "the e-file" for "e".
    std::string phrase(std::string_view name) const {
        return std::string(pattern).replace(pattern.find("{}"), 2, name);
    }
    /// Returns the reason why all moves are allowed on a face: "no move lands on that file".
    std::string why_free() const {
        return std::string("no move ").append(singular_verb).append(" that ").append(noun);
    }
};

/// A game with a die. `roll_name(roll)` returns the name of the face, such as "e" for the e-file; empty if
/// the side to move does not roll.
template <class P>
concept HasDie = Position<P> && requires(const P& pos, typename P::Roll roll) {
    { P::die() } -> std::same_as<const Die&>;
    { pos.roll_name(roll) } -> std::same_as<std::string>;
};

/// Returns the die of game `P`, or null if it has none.
template <class P>
const Die* die_of() {
    if constexpr (HasDie<P>) {
        return &P::die();
    } else {
        return nullptr;
    }
}

/// Returns the name of the face of `roll`, such as "e" for the e-file; empty if `position` has no roll.
template <class P>
std::string roll_name(const P& position, typename P::Roll roll) {
    if constexpr (HasDie<P>) {
        return position.roll_name(roll);
    } else {
        return {};
    }
}

/// A position with text forms. `variant()` returns the name of its game, options included; `read_fen` parses
/// a FEN of that game and ignores the position it is called on. `Roll::face` is a face of the game's die, or
/// 0 if no die is rolled. Moves compare in the order of their machine forms (`uci`).
template <class P>
concept Written = Passes<P> &&
    requires(const P& pos, typename P::Move move, typename P::Roll roll, std::string_view text) {
    { pos.variant() } -> std::same_as<std::string_view>;
    { pos.read_fen(text) } -> std::same_as<Expected<Parsed<P>, Faults>>;
    { pos.fen() } -> std::same_as<std::string>;
    { pos.in_check() } -> std::same_as<bool>;
    { pos.notation(move) } -> std::same_as<std::string>;
    { pos.uci(move) } -> std::same_as<std::string>;
    { pos.read_move(text) } -> std::same_as<Expected<ParsedMove<typename P::Move>, Fault>>;
    { roll.face } -> std::convertible_to<int>;
};

/// A field that describes a move in records: a number, or a boolean stored as 0 or 1.
struct MoveFact {
    std::string_view name;
    int value = 0;
    bool is_number = false;
};

/// The choices on the board that identify a move: the names of the squares `from` and `to`, which are empty
/// for a time travel, and further fields that distinguish the moves between these squares.
struct MoveEnds {
    std::string from;
    std::string to;
    std::string becomes{};       ///< letter of the piece to which a pawn promotes; else empty
    std::string then_from{};     ///< origin of a second piece that also moves; else empty
    std::string then_to{};       ///< destination of the second piece
    std::string part{};          ///< label of a special turn of a stack: "slide the rook out"; else empty
    std::optional<int> state{};  ///< index of the state to which a time travel goes; 0 is the oldest
};

/// A game with several ways to win. `wins_by(move)` returns the way for records, such as "mate", or an empty
/// text if the move does not win.
template <class P>
concept WinsInWays = Position<P> && requires(const P& position, typename P::Move move) {
    { position.wins_by(move) } -> std::same_as<std::string_view>;
};

/// A game in which a move may return to an earlier state. `landing_of` returns a text that identifies the
/// state reached, or an empty text for other moves.
template <class P>
concept Lands = Position<P> && requires(const P& position, typename P::Move move) {
    { landing_of(position, move) } -> std::same_as<std::string>;
};

/// A position that describes its legal moves beyond their notation:
///   * `facts_of`: fields of the move, in the order of records,
///   * `ends_of`: the squares to press to play the move,
///   * `explain`: the effects of the move in words ("capture, cascade of 2"), or an empty text,
///   * `remark`: the part of the explanation that the notation does not show,
///   * `kind_of`: index of the move's kind in `P::move_kinds()`, for lists grouped by kind,
///   * `impossible_piece_notes`: sentences on features of the valid position that cannot arise in a game.
template <class P>
concept Described = Written<P> && requires(const P& position, typename P::Move move) {
    { facts_of(position, move) } -> std::same_as<std::vector<MoveFact>>;
    { ends_of(position, move) } -> std::same_as<MoveEnds>;
    { explain(position, move) } -> std::same_as<std::string>;
    { remark(position, move) } -> std::same_as<std::string>;
    { kind_of(position, move) } -> std::same_as<std::size_t>;
    { impossible_piece_notes(position) } -> std::same_as<std::vector<std::string>>;
    { P::move_kinds() } -> std::same_as<std::span<const std::string_view>>;
};

/// A game with an evaluation. `evaluate()` returns the estimated probability that the side to move wins minus
/// that it loses, before the roll: -1…1, exact if the game is over, and equal for symmetric positions. Values
/// are multiples of 2^-20, so that means over an eight-sided die are exact in a double for a few plies.
template <class P>
concept Evaluated = Position<P> && requires(const P& position) {
    { position.evaluate() } -> std::same_as<double>;
};

/// A game that evaluates a legal move for its mover faster than by playing it and calling `evaluate()`.
template <class P>
concept EvaluatesMoves = Evaluated<P> && requires(const P& position, typename P::Move move) {
    { position.value_after(move) } -> std::same_as<double>;
};

/// The settings of a computer player that searches.
struct Strength {
    std::uint64_t nodes = 0;  ///< maximum number of positions evaluated per move; 0: no limit
    int depth = 64;           ///< maximum search depth in plies, the move itself included
    int width = 3;            ///< moves per face searched deeper than one ply; 0: all
    double noise = 0;         ///< standard deviation of the random error added to move values
    double sight = 1;         ///< a move of subtlety n is considered with probability `sight` to the power n
};

/// The number of levels, from a beginner to the strongest, that a user can choose for a computer player.
inline constexpr int strength_levels = 8;

/// A game that defines its own strength for each level, weakest first.
template <class P>
concept HasLevelStrengths = requires {
    { P::level_strengths } -> std::convertible_to<const std::array<Strength, strength_levels>&>;
};

/// A game that rates how easily a legal move is overlooked: 0 for an obvious move.
template <class P>
concept RatesSubtlety = Position<P> && requires(const P& position, typename P::Move move) {
    { position.subtlety_of(move) } -> std::same_as<int>;
};

/// A game whose positions record whether they occurred earlier in the game.
template <class P>
concept DetectsRepetition = Position<P> && requires(const P& position) {
    { position.repeats() } -> std::same_as<bool>;
};

/// The inputs of an evaluation: the facts that are true of a position, each of which has a weight. The side
/// to move wins at once with probability `sure`, and otherwise with the probability that the logistic
/// function gives for the sum of these weights.
struct Facts {
    /// For each fact the index of its weight; a negative index `n` subtracts the weight at index `-1 - n`.
    std::vector<std::int16_t> facts;
    double sure = 0;  ///< share of the rolls on which a move wins at once, 0…1
};

/// A game that reports the inputs of its evaluation, for tuning the weights.
template <class P>
concept Tunable = Evaluated<P> && requires(const P& position, Facts& facts) {
    { position.facts(facts) } -> std::same_as<bool>;  // returns false if the game is over
};

/// A game that supports endgame tables. A table covers the positions with the same material (a `Material`,
/// such as KQK) and stores a value in each of its numbered cells. `Cells` maps positions to cells; positions
/// that a symmetry of the game makes equal share a cell.
template <class P>
concept Tabled = Position<P> && std::regular<typename P::Material> &&
    requires(const P& position, const typename P::Material material, const typename P::Cells cells,
             std::uint64_t cell, std::string_view text) {
    // Parses a material such as "KQK", stronger side first; the error is a message.
    { P::Material::named(text) } -> std::same_as<Expected<typename P::Material, std::string>>;
    { P::Material::of(position) } -> std::same_as<typename P::Material>;
    // Returns all materials of a given number of pieces, kings included.
    { P::Material::of_pieces(3) } -> std::same_as<std::vector<typename P::Material>>;
    { material.name() } -> std::same_as<std::string>;
    { material.pieces() } -> std::same_as<int>;
    // Returns the other materials to which one move can lead, by capture or promotion, each once.
    { material.next_materials() } -> std::same_as<std::vector<typename P::Material>>;
    {typename P::Cells(material)};
    { cells.size() } -> std::same_as<std::uint64_t>;
    { cells.of(position) } -> std::same_as<std::uint64_t>;
    // Returns nullopt if the cell has no valid position, or one that `of` maps to another cell.
    { cells.at(cell) } -> std::same_as<std::optional<P>>;
};

/// An editable board with any pieces on any squares, from which positions are composed. Pieces are numbered
/// from 0 to `kinds_of_pieces` - 1: White's kinds first, then Black's in the same order. Squares are integers
/// from 0 to `squares` - 1; sets of squares combine with &, | and ~.
template <class A>
concept Arrangement = std::regular<A> && std::regular<typename A::Piece> &&
    std::regular<typename A::SquareSet> &&
    requires(A& pieces, const A& given, typename A::Piece piece, typename A::SquareSet set, int square,
             Random& random, Color side, std::string_view text) {
    { A::squares } -> std::convertible_to<int>;
    { A::kinds_of_pieces } -> std::convertible_to<int>;
    { A::name(square) } -> std::same_as<std::string>;
    { A::square_named(text) } -> std::same_as<std::optional<int>>;
    { A::only(square) } -> std::same_as<typename A::SquareSet>;
    { A::contains(set, square) } -> std::same_as<bool>;
    { A::count(set) } -> std::same_as<int>;
    { A::pop_first(set) } -> std::same_as<int>;
    { A::squares_from(square) } -> std::same_as<typename A::SquareSet>;  // `square` and all higher squares
    { A::neighbours(square) } -> std::same_as<typename A::SquareSet>;    // squares one king's step away
    { A::random_square_near(square, random) } -> std::same_as<int>;  // a random square at most two steps away
    { A::letter(piece) } -> std::same_as<char>;
    { A::piece_of('K') } -> std::same_as<std::optional<typename A::Piece>>;
    { A::piece_number(piece) } -> std::same_as<int>;
    { A::piece_numbered(0) } -> std::same_as<typename A::Piece>;
    { A::side(piece) } -> std::same_as<Color>;
    { A::is_royal(piece) } -> std::same_as<bool>;                 // whether `piece` is a king; a side has one
    { A::royal_piece(side) } -> std::same_as<typename A::Piece>;  // the king of a side
    { A::initial_count(piece) } -> std::same_as<int>;             // how many a side has initially
    { A::any_piece(random) } -> std::same_as<typename A::Piece>;  // a random piece that is not royal
    { A::may_stand(piece, square) } -> std::same_as<bool>;        // whether the rules allow `piece` there
    // Returns an empty board of the same variant of the game.
    { given.without_pieces() } -> std::same_as<A>;
    { given.at(square) } -> std::same_as<std::optional<typename A::Piece>>;
    { given.occupied() } -> std::same_as<typename A::SquareSet>;
    { given.all_of(piece) } -> std::same_as<typename A::SquareSet>;
    {
        given.free_squares_for(piece)
        } -> std::same_as<typename A::SquareSet>;  // empty squares where `piece` may be added
    { given.square_of_royal(side) } -> std::same_as<std::optional<int>>;  // the lowest square of a king
    {pieces.put(piece, square)};                                          // puts a piece on an empty square
    {pieces.remove(square)};
    {pieces.move(square, square)};  // moves a piece to an empty square
    {pieces.swap(square, square)};
    {pieces.randomize_other_parts(
        random)};                   // randomly sets the other parts of a position, such as castling rights
    {given.most_valuable_first()};  // sets of squares of non-royal pieces, most valuable first
    // Returns false if no game can lead to the pieces, for example if a side has too many pawns.
    { given.possible() } -> std::same_as<bool>;
};

/// A game whose positions can be composed from an Arrangement.
template <class P>
concept Arrangeable = Position<P> && Arrangement<typename P::Arrangement> &&
    requires(const P& position, const typename P::Arrangement& pieces, Color turn) {
    {typename P::Arrangement(position)};
    // Returns the position with `turn` to move, or nullopt if it is invalid.
    { pieces.template accepted<P>(turn) } -> std::same_as<std::optional<P>>;
    // Returns the position, or nullopt if it is invalid or unlikely to occur in a game.
    { pieces.template plausible<P>(turn) } -> std::same_as<std::optional<P>>;
};

/// A game whose positions may record its earlier states. `has_past()` returns whether a position records any.
template <class P>
concept HasHistory = requires(const P& position) {
    { position.has_past() } -> std::same_as<bool>;
};

/// Returns whether a composer may remove pieces from `position`: not if it records earlier states, which
/// would still show the removed pieces.
template <class P>
bool may_lose_pieces(const P& position) {
    if constexpr (HasHistory<P>) return !position.has_past();
    return true;
}

/// Returns the position of `pieces` without the piece on `square`, or nullopt if it is invalid.
template <class P>
std::optional<P> without(const typename P::Arrangement& pieces, int square, Color turn) {
    typename P::Arrangement fewer_pieces = pieces;
    fewer_pieces.remove(square);
    return fewer_pieces.template accepted<P>(turn);
}

}  // namespace octomate
