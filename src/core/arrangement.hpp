#pragma once

#include <concepts>
#include <optional>
#include <string>
#include <string_view>

#include "core/position.hpp"
#include "core/random.hpp"

namespace octomate {

/// Any men on any squares of a game: what positions are made from, and what is left of them without a man.
/// Men are small values; `number(man)` is below `kinds_of_men`, the same men of a side being neighbours.
/// Squares are numbers below `squares`, and sets of them combine with &, | and ~.
template <class A>
concept Arrangement = std::regular<A> && std::regular<typename A::Man> &&
    std::regular<typename A::SquareSet> &&
    requires(A& men, const A& given, typename A::Man man, typename A::SquareSet set, int square,
             Random& random, Color side, std::string_view text) {
    { A::squares } -> std::convertible_to<int>;
    { A::kinds_of_men } -> std::convertible_to<int>;
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
    // Men.
    { A::letter(man) } -> std::same_as<char>;
    { A::man_of('K') } -> std::same_as<std::optional<typename A::Man>>;
    { A::number(man) } -> std::same_as<int>;
    { A::man_numbered(0) } -> std::same_as<typename A::Man>;
    { A::side(man) } -> std::same_as<Color>;
    { A::royal(man) } -> std::same_as<bool>;                  // never without
    { A::royal_man(side) } -> std::same_as<typename A::Man>;  // the one of a side
    { A::usual(man) } -> std::same_as<int>;                   // how many a usual set has
    { A::any_man(random) } -> std::same_as<typename A::Man>;  // but a royal one
    { A::may_stand(man, square) } -> std::same_as<bool>;      // whatever else there is
    // The same game without men.
    { given.bare() } -> std::same_as<A>;
    // The men on their squares.
    { given.at(square) } -> std::same_as<std::optional<typename A::Man>>;
    { given.occupied() } -> std::same_as<typename A::SquareSet>;
    { given.all_of(man) } -> std::same_as<typename A::SquareSet>;
    { given.room_for(man) } -> std::same_as<typename A::SquareSet>;       // where another one may be added
    { given.square_of_royal(side) } -> std::same_as<std::optional<int>>;  // the first, if there are more
    {men.put(man, square)};                                               // on an empty square
    {men.remove(square)};
    {men.move(square, square)};  // to an empty square
    {men.swap(square, square)};
    {men.garnish(random)};    // what a position says beside its men, at random, as it can be in a game
    {given.dearest_first()};  // a range of sets of squares: the men that are not royal, the dearest first
    // Whether a game can bring the men where they stand; of pawns, say, that never leave their files.
    { given.possible() } -> std::same_as<bool>;
};

/// A game whose positions can be arranged.
template <class P>
concept Arrangeable = Position<P> && Arrangement<typename P::Arrangement> &&
    requires(const P& position, const typename P::Arrangement& men, Color turn) {
    {typename P::Arrangement(position)};
    // The position, if the rules accept it.
    { men.template accepted<P>(turn) } -> std::same_as<std::optional<P>>;
    // The same, if besides it looks like one of a game.
    { men.template plausible<P>(turn) } -> std::same_as<std::optional<P>>;
};

/// A game whose positions may record earlier states. These would still show a man that is taken off, so none
/// is superfluous then.
template <class P>
concept RemembersPast = requires(const P& position) {
    { position.has_past() } -> std::same_as<bool>;
};

/// Whether men can be taken off a position, and nothing else says that they were there.
template <class P>
bool may_lose_men(const P& position) {
    if constexpr (RemembersPast<P>) return !position.has_past();
    return true;
}

/// What is left of men without the one of a square, if the rules accept it.
template <class P>
std::optional<P> without(const typename P::Arrangement& men, int square, Color turn) {
    typename P::Arrangement rest = men;
    rest.remove(square);
    return rest.template accepted<P>(turn);
}

}  // namespace octomate
