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

/// One outcome of chance and how many of all equally likely ones it stands for.
template <class Roll>
struct Chance {
    Roll roll;
    unsigned weight = 1;  ///< at least 1
};

/// A range of Chance<Roll>, never empty.
template <class R, class Roll>
concept ChanceRange = requires(const R& range) {
    { *range.begin() } -> std::convertible_to<Chance<Roll>>;
    {range.end()};
    { range.size() } -> std::convertible_to<std::size_t>;
};

/// Whether a roll binds the move, or leaves it free because no legal move serves it.
enum class Freedom : std::uint8_t { Bound, Free };

/// A list that a game fills with its moves: with a bound or without one, as the game can say. Elements that
/// follow each other stand next to each other.
template <class L, class Move>
concept ListOfMoves = std::default_initializable<L> && std::copyable<L> &&
    requires(L& list, const L& full, const Move& move, std::size_t at) {
    {list.clear()};
    {list.push_back(move)};
    {list.resize(at)};  // to a smaller size
    { full.size() } -> std::same_as<std::size_t>;
    { full.empty() } -> std::same_as<bool>;
    { full[at] } -> std::same_as<const Move&>;
    { *list.begin() } -> std::same_as<Move&>;
    { list.end() - list.begin() } -> std::convertible_to<std::ptrdiff_t>;
    { *full.begin() } -> std::same_as<const Move&>;
    { full.end() - full.begin() } -> std::convertible_to<std::ptrdiff_t>;
};

/// The list of moves that a game chose for itself.
template <class P>
using MoveList = typename P::Moves;

/// A game's position before the roll: always valid, a value. What a solver needs to know, and no more:
///   * `turn()` chooses among the moves, whichever side moved before; it means nothing once the game is over,
///   * `outcome()`; a game that is over has no legal moves, and one that has none is over,
///   * `rolls()`: what chance may say; the sum of the weights divides `chance_unit`, which is 1 for a game
///     that knows no chance,
///   * `legal_moves(out)`: each once, in no particular order, whatever roll they need,
///   * `legal_moves(roll, out)`: those that serve the roll, or all of them if none does (a free move),
///   * `key()`: equal for equal positions, and for those that only an exact symmetry of the game
///   distinguishes.
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

/// Most plies that one side has in a row: what the game says, else 1. Counts only where there is chance: the
/// values of longer rows need finer units.
template <class P>
inline constexpr int plies_in_a_row = 1;
template <class P>
requires requires { P::plies_in_a_row; }
inline constexpr int plies_in_a_row<P> = P::plies_in_a_row;

/// Whether no side ever loses by its own move, which saves the question.
template <class P>
inline constexpr bool mover_never_loses = false;
template <class P>
requires requires { P::mover_never_loses; }
inline constexpr bool mover_never_loses<P> = P::mover_never_loses;

/// Whether a move stands in a list.
template <class Moves, class Move>
bool is_among(const Moves& list, const Move& move) {
    return std::find(list.begin(), list.end(), move) != list.end();
}

/// The legal moves of a position, or those on one of its rolls, in order.
template <Position P, class... Roll>
MoveList<P> sorted_moves(const P& position, const Roll&... roll) {
    MoveList<P> moves;
    position.legal_moves(roll..., moves);
    std::sort(moves.begin(), moves.end());
    return moves;
}

/// Refinement: names the one roll of `rolls()` that a legal move serves, so that a move which several rolls
/// allow is looked at once.
template <class P>
concept MovesByRoll = Position<P> && requires(const P& pos, typename P::Move move) {
    { pos.roll_of(move) } -> std::same_as<typename P::Roll>;
};

/// The place in `rolls`, which must be those of the position, of the one that a legal move serves. A game may
/// offer a member of that name, which need not look at the position again.
template <MovesByRoll P, class Rolls>
std::size_t place_of_roll(const P& position, const Rolls& rolls, const typename P::Move& move) {
    if constexpr (requires { position.place_of_roll(rolls, move); }) {
        return position.place_of_roll(rolls, move);
    } else {
        std::size_t place = 0;
        if (rolls.size() == 1) return place;
        const typename P::Roll roll = position.roll_of(move);
        for (const auto& chance : rolls) {
            if (chance.roll == roll) break;
            ++place;
        }
        return place;
    }
}

/// Refinement: counts without making a list: all moves, and those that serve the rolls of `rolls()`, in that
/// order. A roll that no move serves leaves the move free.
template <class P>
concept CountsMoves = MovesByRoll<P> && requires(const P& pos, std::size_t at) {
    { pos.count_legal_moves() } -> std::same_as<std::size_t>;
    { pos.count_by_roll()[at] } -> std::convertible_to<std::size_t>;
};

/// Refinement: counts the lines of so many plies, at least one: every legal move once, whatever roll it
/// needs.
template <class P>
concept CountsLines = Position<P> && requires(const P& pos, int plies) {
    { pos.count_lines(plies) } -> std::same_as<std::uint64_t>;
};

/// Refinement: a side may hand its turn over. The same position with the other side to move, whether it can
/// or not; none where that is not a position, as in check.
template <class P>
concept Passes = Position<P> && requires(const P& pos) {
    { pos.passed() } -> std::same_as<std::optional<P>>;
};

/// Refinement: the moves that win the game for the mover at once, each once, in no particular order, without
/// the others being made.
template <class P>
concept FindsWins = Position<P> && requires(const P& pos, MoveList<P>& out) {
    { pos.winning_moves(out) } -> std::same_as<void>;
};

/// The legal move that a text names. `remarks` are faults that leave it clear which move is meant.
template <class Move>
struct ReadMove {
    Move move;
    Faults remarks;
};

/// The die of a game, and the words for it.
struct Die {
    int faces = 0;               ///< they are numbered from 1
    std::string_view names;      ///< what each of them names: "file"
    std::string_view one_named;  ///< one of those, `{}` standing for its name: "the {}-file"
    std::string_view serve;      ///< what moves do that a face allows: "land on"
    std::string_view serves;     ///< what one of them does: "lands on"

    /// "the e-file".
    std::string named(std::string_view name) const {
        return std::string(one_named).replace(one_named.find("{}"), 2, name);
    }
    /// Why a face may leave the move free: "no move lands on that file".
    std::string why_free() const {
        return std::string("no move ").append(serves).append(" that ").append(names);
    }
};

/// A game with a die; `named_by` is what a roll names in a position ("e"), and empty where it is not used.
template <class P>
concept HasDie = Position<P> && requires(const P& pos, typename P::Roll roll) {
    { P::die() } -> std::same_as<const Die&>;
    { pos.named_by(roll) } -> std::same_as<std::string>;
};

/// The die of a game; null without one.
template <class P>
const Die* die_of() {
    if constexpr (HasDie<P>) {
        return &P::die();
    } else {
        return nullptr;
    }
}

/// What a roll names in a position; empty where no die is used.
template <class P>
std::string named_by(const P& position, typename P::Roll roll) {
    if constexpr (HasDie<P>) {
        return position.named_by(roll);
    } else {
        return {};
    }
}

/// A position that can be read and written. `variant()` names its game, options included, and `read_fen`
/// reads a position of that very game, whichever position is asked. `Roll::face` is a face of the game's die,
/// or 0 where none is used; moves are ordered as their machine forms.
template <class P>
concept Written = Passes<P> &&
    requires(const P& pos, typename P::Move move, typename P::Roll roll, std::string_view text) {
    { pos.variant() } -> std::same_as<std::string_view>;
    { pos.read_fen(text) } -> std::same_as<Expected<Read<P>, Faults>>;
    { pos.fen() } -> std::same_as<std::string>;
    { pos.in_check() } -> std::same_as<bool>;
    { pos.notation(move) } -> std::same_as<std::string>;
    { pos.uci(move) } -> std::same_as<std::string>;
    { pos.read_move(text) } -> std::same_as<Expected<ReadMove<typename P::Move>, Fault>>;
    { roll.face } -> std::convertible_to<int>;
};

/// A fact about a move, as in records: a number, or whether something is so.
struct MoveFact {
    std::string_view name;
    int value = 0;
    bool is_number = false;
};

/// The squares, by name, that a person presses to play a move: where the piece stands and where it lands.
/// Both are empty if the move goes from no one square to another.
struct MoveEnds {
    std::string from;
    std::string to;
    std::string becomes{};    ///< the letter of what it promotes to; empty if it does not
    std::string then_from{};  ///< where a second piece goes from and to in the same move, if one does
    std::string then_to{};
    std::string part{};  ///< which of several pieces go, or what else is done with them; empty: all go
    std::optional<int> state{};  ///< the earlier state of the game to which it leads back, 0 being the oldest
};

/// A game that can be won in several ways: `wins_by` names the one of a winning move for records ("mate"),
/// and is empty for other moves.
template <class P>
concept WinsInWays = Position<P> && requires(const P& position, typename P::Move move) {
    { position.wins_by(move) } -> std::same_as<std::string_view>;
};

/// A game in which a move may lead to another branch of what was played: `landing_of` names the place, and is
/// empty for other moves.
template <class P>
concept Lands = Position<P> && requires(const P& position, typename P::Move move) {
    { landing_of(position, move) } -> std::same_as<std::string>;
};

/// A position that can say more about its legal moves than their notation does.
///   * `facts_of`: named facts, in the order of the records,
///   * `ends_of`: the squares to press to play it,
///   * `explain`: what the move does, in words ("capture, cascade of 2"); empty if there is nothing to say,
///   * `remark`: that of it which the notation does not show at a glance,
///   * `kind_of`: which of `P::move_kinds` it belongs to, where lists of moves are sorted by kinds,
///   * `oddities_of`: sentences on what no game can have led to, though the position is valid.
template <class P>
concept Described = Written<P> && requires(const P& position, typename P::Move move) {
    { facts_of(position, move) } -> std::same_as<std::vector<MoveFact>>;
    { ends_of(position, move) } -> std::same_as<MoveEnds>;
    { explain(position, move) } -> std::same_as<std::string>;
    { remark(position, move) } -> std::same_as<std::string>;
    { kind_of(position, move) } -> std::same_as<std::size_t>;
    { oddities_of(position) } -> std::same_as<std::vector<std::string>>;
    { P::move_kinds() } -> std::same_as<std::span<const std::string_view>>;
};

/// A game that evaluates positions: `evaluate()` is the chance of the side to move to win less that to lose,
/// before the roll, -1…1; exactly that where the game is over, and the same for positions that a symmetry of
/// the game makes equal. All values are multiples of 2^-20, so that their means over an eight-sided die are
/// exact some plies deep.
template <class P>
concept Evaluated = Position<P> && requires(const P& position) {
    { position.evaluate() } -> std::same_as<double>;
};

/// A game that evaluates the position after a legal move, for the mover, at less cost than playing the move.
template <class P>
concept EvaluatesMoves = Evaluated<P> && requires(const P& position, typename P::Move move) {
    { position.value_after(move) } -> std::same_as<double>;
};

/// How strong a player is that looks ahead.
struct Strength {
    std::uint64_t nodes = 0;  ///< positions evaluated for a move; 0: no bound
    int depth = 64;           ///< plies, the move included
    int width = 3;            ///< moves of a face that are looked at more than one ply deep; 0: all
    double noise = 0;         ///< how far its values of moves are off, as a rule
    double sight = 1;         ///< the chance to see a move of subtlety 1; of subtlety n, its n-th power
};

inline constexpr int strengths = 8;

/// A game whose levels have strengths of their own, from the weakest.
template <class P>
concept SetsStrengths = requires {
    { P::level_strengths } -> std::convertible_to<const std::array<Strength, strengths>&>;
};

/// A game that knows how easily a legal move is overlooked: 0 for a plain one.
template <class P>
concept TellsSubtlety = Position<P> && requires(const P& position, typename P::Move move) {
    { position.subtlety_of(move) } -> std::same_as<int>;
};

/// A game whose positions tell whether they were there before.
template <class P>
concept TellsRepetition = Position<P> && requires(const P& position) {
    { position.repeats() } -> std::same_as<bool>;
};

/// The inputs of a position's evaluation: the side to move wins with probability `sure`, and of the rest with
/// the logistic function of a sum of weights, one for each fact.
struct Facts {
    /// Indices of weights to add; a negative number `n` subtracts the weight at index `-1 - n`.
    std::vector<std::int16_t> facts;
    double sure = 0;  ///< the share of the rolls that win at once
};

/// A game that reports what the evaluation of a position rests on.
template <class P>
concept Tunable = Evaluated<P> && requires(const P& position, Facts& facts) {
    { position.facts(facts) } -> std::same_as<bool>;  // false where the game is over
};

/// A game that can have endgame tables. Positions fall into classes by their material, which moves can only
/// leave for one of its `parts()`; the positions of a class are numbered by cells, those that a symmetry of
/// the game makes equal by the same one.
template <class P>
concept Tabled = Position<P> && std::regular<typename P::Material> &&
    requires(const P& position, const typename P::Material material, const typename P::Cells cells,
             std::uint64_t cell, std::string_view text) {
    // "KQK": the stronger side first; or what is wrong with the text.
    { P::Material::named(text) } -> std::same_as<Expected<typename P::Material, std::string>>;
    { P::Material::of(position) } -> std::same_as<typename P::Material>;
    { P::Material::of_pieces(3) } -> std::same_as<std::vector<typename P::Material>>;
    { material.name() } -> std::same_as<std::string>;
    { material.pieces() } -> std::same_as<int>;
    // What one move can make of it, itself left out, each once.
    { material.parts() } -> std::same_as<std::vector<typename P::Material>>;
    {typename P::Cells(material)};
    { cells.size() } -> std::same_as<std::uint64_t>;
    { cells.of(position) } -> std::same_as<std::uint64_t>;
    // None where the cell is not a position, or not the one that its position has.
    { cells.at(cell) } -> std::same_as<std::optional<P>>;
};

/// Any pieces on any squares of a game: what positions are made from, and what is left of them without a
/// piece. Pieces are small values; `number(piece)` is below `kinds_of_pieces`, the same pieces of a side
/// being neighbours. Squares are numbers below `squares`, and sets of them combine with &, | and ~.
template <class A>
concept Arrangement = std::regular<A> && std::regular<typename A::Piece> &&
    std::regular<typename A::SquareSet> &&
    requires(A& pieces, const A& given, typename A::Piece piece, typename A::SquareSet set, int square,
             Random& random, Color side, std::string_view text) {
    { A::squares } -> std::convertible_to<int>;
    { A::kinds_of_pieces } -> std::convertible_to<int>;
    // Squares and sets of them.
    { A::name(square) } -> std::same_as<std::string>;
    { A::square_named(text) } -> std::same_as<std::optional<int>>;
    { A::only(square) } -> std::same_as<typename A::SquareSet>;
    { A::contains(set, square) } -> std::same_as<bool>;
    { A::count(set) } -> std::same_as<int>;
    { A::pop_first(set) } -> std::same_as<int>;
    { A::from(square) } -> std::same_as<typename A::SquareSet>;        // this one and all behind it
    { A::neighbours(square) } -> std::same_as<typename A::SquareSet>;  // a step away
    { A::near(square, random) } -> std::same_as<int>;                  // any, at most two steps away
    // Pieces.
    { A::letter(piece) } -> std::same_as<char>;
    { A::piece_of('K') } -> std::same_as<std::optional<typename A::Piece>>;
    { A::number(piece) } -> std::same_as<int>;
    { A::piece_numbered(0) } -> std::same_as<typename A::Piece>;
    { A::side(piece) } -> std::same_as<Color>;
    { A::royal(piece) } -> std::same_as<bool>;                    // never without
    { A::royal_piece(side) } -> std::same_as<typename A::Piece>;  // the one of a side
    { A::usual(piece) } -> std::same_as<int>;                     // how many a usual set has
    { A::any_piece(random) } -> std::same_as<typename A::Piece>;  // but a royal one
    { A::may_stand(piece, square) } -> std::same_as<bool>;        // whatever else there is
    // The same game without pieces.
    { given.bare() } -> std::same_as<A>;
    // The pieces on their squares.
    { given.at(square) } -> std::same_as<std::optional<typename A::Piece>>;
    { given.occupied() } -> std::same_as<typename A::SquareSet>;
    { given.all_of(piece) } -> std::same_as<typename A::SquareSet>;
    { given.room_for(piece) } -> std::same_as<typename A::SquareSet>;     // where another one may be added
    { given.square_of_royal(side) } -> std::same_as<std::optional<int>>;  // the first, if there are more
    {pieces.put(piece, square)};                                          // on an empty square
    {pieces.remove(square)};
    {pieces.move(square, square)};  // to an empty square
    {pieces.swap(square, square)};
    {pieces.garnish(random)};  // what a position says beside its pieces, at random, as it can be in a game
    {given.dearest_first()};   // a range of sets of squares: the pieces that are not royal, the dearest first
    // Whether a game can bring the pieces where they stand; of pawns, say, that never leave their files.
    { given.possible() } -> std::same_as<bool>;
};

/// A game whose positions can be arranged.
template <class P>
concept Arrangeable = Position<P> && Arrangement<typename P::Arrangement> &&
    requires(const P& position, const typename P::Arrangement& pieces, Color turn) {
    {typename P::Arrangement(position)};
    // The position, if the rules accept it.
    { pieces.template accepted<P>(turn) } -> std::same_as<std::optional<P>>;
    // The position, if the rules accept it and it looks like one of a game.
    { pieces.template plausible<P>(turn) } -> std::same_as<std::optional<P>>;
};

/// A game whose positions may record earlier states. These would still show a piece that is taken off, so
/// none is superfluous then.
template <class P>
concept RemembersPast = requires(const P& position) {
    { position.has_past() } -> std::same_as<bool>;
};

/// Whether pieces can be taken off a position, and nothing else says that they were there.
template <class P>
bool may_lose_pieces(const P& position) {
    if constexpr (RemembersPast<P>) return !position.has_past();
    return true;
}

/// What is left of pieces without the one of a square, if the rules accept it.
template <class P>
std::optional<P> without(const typename P::Arrangement& pieces, int square, Color turn) {
    typename P::Arrangement rest = pieces;
    rest.remove(square);
    return rest.template accepted<P>(turn);
}

}  // namespace octomate
