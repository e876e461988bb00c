#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "core/color.hpp"
#include "core/hashing.hpp"

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

}  // namespace octomate
