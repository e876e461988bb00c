#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/arrangement.hpp"
#include "core/themes.hpp"
#include "core/written.hpp"
#include "solver/faces.hpp"

/// What a game must offer for its puzzles to be made.
namespace octomate::make {

/// How many faces the game's die has; 1 without a die.
template <class P>
inline constexpr int faces_of = 1;
template <HasDie P>
inline constexpr int faces_of<P> = P::die().faces;

template <class P>
inline constexpr bool has_die = HasDie<P>;

/// A game with a catalogue of themes. `themes_of` gives what the winning moves of a position show: in a
/// puzzle of `moves` moves, the winning moves are the first moves that force mate. `scores_of` grades them.
/// `presentable`: whether a collection of the best has a place for what these winning moves win.
template <class P>
concept Themed = Position<P> && requires(const P& position, const solver::Faces<P>& winning, int moves,
                                         ThemeSet themes, std::span<const typename P::Move> keys) {
    { P::themes } -> std::convertible_to<ThemeCatalogue>;
    { themes_of(position, winning, moves) } -> std::same_as<ThemeSet>;
    { scores_of(position, winning, themes) } -> std::same_as<Scores>;
    { presentable(position, keys) } -> std::same_as<bool>;
};

/// A game that can say how near a move comes to a theme, from 0 to 1; 0.5 where it cannot.
template <class P>
concept ShapesThemes = Themed<P> && requires(const P& position, typename P::Move move, ThemeNumber theme) {
    { theme_shape(position, move, theme) } -> std::same_as<double>;
};

/// A game that tells the ideas of winning moves: `idea_of(position, move).text()`, and numbers for the kinds
/// of an idea, of each of which a collection of the best has only so many.
template <class P>
concept TellsIdeas = Themed<P> && requires(const P& position, const typename P::Move& move) {
    { idea_of(position, move).text() } -> std::same_as<std::string>;
    { idea_of(position, move).kinds() } -> std::same_as<std::vector<std::uint32_t>>;
};

/// A game whose positions remember earlier states: `concise(moves)` leaves those out that a puzzle of so many
/// moves does not need.
template <class P>
concept Concise = RemembersPast<P> && requires(const P& position, int moves) {
    { position.concise(moves) } -> std::same_as<P>;
};

/// A game whose puzzles can be generated.
template <class P>
concept Makeable = Arrangeable<P> && Themed<P> && CountsMoves<P> && FindsWins<P> && Written<P>;

/// A game in which puzzles can be composed to a spec: moves that are wanted, what they say about the board
/// before them, and a taste.
template <class P>
concept Composable = Makeable<P> &&
    requires(const P& position, typename P::Move move, const std::string& text, Color turn, Random& random,
             typename P::Arrangement& men, const typename P::Arrangement& given,
             const typename P::Arrangement::WantedMove& wanted, typename P::Arrangement::Demands& demands,
             const typename P::Arrangement::Demands& all, const typename P::Arrangement::Taste& taste,
             typename P::Arrangement::SquareSet set) {
    {
        P::Arrangement::WantedMove::read(text)
        } -> std::same_as<Expected<typename P::Arrangement::WantedMove, Fault>>;
    { wanted.written() } -> std::convertible_to<std::string>;
    { wanted.is(move) } -> std::same_as<bool>;                 // the same move, side effects apart
    { wanted.done_by(position, move) } -> std::same_as<bool>;  // its side effects too
    { wanted.same_move(wanted) } -> std::same_as<bool>;
    { wanted.own_face(turn) } -> std::same_as<int>;  // that it serves; 0 in a game without a die
    { wanted.playable(turn) } -> std::same_as<Expected<void, std::string>>;  // or why it never is
    {
        demands.conclude(wanted, turn, men)
        } -> std::same_as<Expected<void, std::string>>;  // or what contradicts it
    {demands.keep_empty(0)};
    { all.empty() } -> std::same_as<typename P::Arrangement::SquareSet>;
    { all.needed() } -> std::same_as<typename P::Arrangement::SquareSet>;  // squares of some men
    {all.fill(men, turn, random)};                                         // puts men there
    { all.met_by(given, turn) } -> std::same_as<bool>;
    { taste.looks(given, set, turn) } -> std::same_as<double>;  // lower is better; some squares are fixed
    {P::Arrangement::Taste::weights};                           // names and members
};

}  // namespace octomate::make
