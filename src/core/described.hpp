#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/written.hpp"

namespace octomate {

/// A fact about a move, as in records: a number, or whether something is so.
struct MoveFact {
    std::string_view name;
    int value = 0;
    bool is_number = false;
};

/// The squares, by name, that a person presses to play a move: where the man stands and where it lands. Both
/// are empty if the move goes from no one square to another.
struct MoveEnds {
    std::string from;
    std::string to;
    std::string becomes{};    ///< the letter of what it promotes to; empty if it does not
    std::string then_from{};  ///< where a second man goes from and to in the same move, if one does
    std::string then_to{};
    std::string part{};          ///< which of several men go, or what else is done with them; empty: all go
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

}  // namespace octomate
