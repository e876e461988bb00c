#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/color.hpp"
#include "core/expected.hpp"
#include "core/fault.hpp"
#include "core/move_list.hpp"
#include "core/status.hpp"

namespace octomate {

/// One outcome of chance and how many of all equally likely ones it stands for.
template <class Roll>
struct Chance {
    Roll roll;
    unsigned weight = 1;
};

/// A range of Chance<Roll>, never empty.
template <class R, class Roll>
concept ChanceRange = requires(const R& range) {
    { *range.begin() } -> std::convertible_to<Chance<Roll>>;
    {range.end()};
    { range.size() } -> std::convertible_to<std::size_t>;
};

/// A game's position before the roll: always valid, a value. What a solver needs to know, and no more.
template <class P>
concept Position = std::regular<P> && std::totally_ordered<typename P::Move> &&
    requires(const P& pos, typename P::Move move, typename P::Roll roll, MoveList<P>& out) {
    { pos.turn() } -> std::same_as<Color>;
    { pos.in_check() } -> std::same_as<bool>;
    { pos.status() } -> std::same_as<Status>;
    { pos.rolls() } -> ChanceRange<typename P::Roll>;
    { pos.legal_moves(roll, out) } -> std::same_as<Freedom>;
    { pos.play(move) } -> std::same_as<P>;
    { pos.hash() } -> std::same_as<std::uint64_t>;
};

/// Refinement: all legal moves at once, and for each the roll that it serves, so that a move which several
/// rolls allow is looked at once. `legal_moves(roll)` gives those that serve the roll, or all if there are
/// none.
template <class P>
concept MovesByRoll = Position<P> && requires(const P& pos, typename P::Move move, MoveList<P>& out) {
    { pos.legal_moves(out) } -> std::same_as<void>;
    { pos.roll_of(move) } -> std::same_as<typename P::Roll>;
};

/// Refinement: counts without making a list.
template <class P>
concept CountsMoves = MovesByRoll<P> && requires(const P& pos) {
    { pos.count_legal_moves() } -> std::same_as<std::size_t>;
};

/// Refinement: the numbers of moves that serve the rolls of `rolls()`, in that order, and all mating moves,
/// without quiet moves being made. A roll that no move serves leaves the move free.
template <class P>
concept MatesInBulk = CountsMoves<P> && requires(const P& pos, MoveList<P>& out) {
    { pos.count_by_roll() } -> std::same_as<typename P::RollCounts>;
    { pos.mating_moves(out) } -> std::same_as<void>;
};

/// 128 bits that stand for a position: so many that they are taken for the position itself.
struct PositionKey {
    std::uint64_t first = 0;
    std::uint64_t second = 0;

    bool operator==(const PositionKey&) const = default;
};

/// Refinement: a key that positions share which differ only by an exact symmetry of the game, and the number
/// of faces of the die, all equally likely (1 without a die). In check one roll stands for all faces.
template <class P>
concept HasSymmetries = Position<P> && requires(const P& pos) {
    { pos.symmetric_key() } -> std::same_as<PositionKey>;
    { P::faces_of_the_die } -> std::convertible_to<unsigned>;
};

/// What a reader of text makes of it: a value, and remarks on what was accepted but ignored.
template <class T>
struct Read {
    T value;
    std::vector<std::string> notes;
};

/// The legal move that a text names. `remarks` are faults that leave it clear which move is meant.
template <class Move>
struct ReadMove {
    Move move;
    Faults remarks;
};

/// What a list of moves tells about a legal move beside its notation.
struct MoveTraits {
    int cascade = 0;        ///< number of swaps
    bool teleport = false;  ///< king and own man changed places
    bool capture = false;
};

/// Looks at what is left of a position without the man of a square, such as "f3".
template <class P>
using VisitWithout = void (*)(std::string_view square, const P& rest);

/// A position that can be read and written. `Roll::face` is 1…8, or 0 where no die is used; moves are ordered
/// as their machine forms. `without_each` visits what is left without each man, kings apart, in the order of
/// the squares' names, where that is a position.
template <class P>
concept NotatedPosition = Position<P> && requires(const P& pos, typename P::Move move, typename P::Roll roll,
                                                  std::string_view text, VisitWithout<P> visit) {
    { P::variant } -> std::convertible_to<std::string_view>;
    { P::from_fen(text) } -> std::same_as<Expected<Read<P>, Faults>>;
    { pos.fen() } -> std::same_as<std::string>;
    { pos.notation(move) } -> std::same_as<std::string>;
    { pos.uci(move) } -> std::same_as<std::string>;
    { pos.traits(move) } -> std::same_as<MoveTraits>;
    { pos.read_move(text) } -> std::same_as<Expected<ReadMove<typename P::Move>, Fault>>;
    { roll.face } -> std::convertible_to<int>;
    { pos.file_of(roll) } -> std::same_as<char>;
    { pos.passed() } -> std::same_as<std::optional<P>>;
    { pos.without_each(visit) } -> std::same_as<void>;
};

}  // namespace octomate
