#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/themes.hpp"
#include "core/types.hpp"

namespace octomate::games {

/// How a game words and weighs the themes that stand at the end of every catalogue.
struct CommonThemes {
    struct {
        int hidden;
        int paradox;
    } in_check;
    std::array<std::string_view, 5> longer_wins;  ///< meanings: forced in two moves, …, five, six or more
    std::string_view plain;                       ///< meaning
};

/// A game's own themes, and behind them those that every game has.
template <std::size_t own>
constexpr auto with_common_themes(const std::array<ThemeDefinition, own>& themes,
                                  const CommonThemes& common) {
    const auto longer_win = [&](std::string_view name, int hidden, int paradox, int lead) {
        return ThemeDefinition{.name = name,
                               .hidden = hidden,
                               .paradox = paradox,
                               .lead = lead,
                               .shown_by = ShownBy::LongerMates,
                               .meaning = common.longer_wins[static_cast<std::size_t>(lead + 5)]};
    };
    const std::array<ThemeDefinition, 10> last = {{
        {.name = "in-check",
         .hidden = common.in_check.hidden,
         .paradox = common.in_check.paradox,
         .shown_by = ShownBy::InCheck,
         .meaning = "the side to move is in check"},
        longer_win("mate-in-2", 30, 12, -5),
        longer_win("mate-in-3", 40, 16, -4),
        longer_win("mate-in-4", 48, 18, -3),
        longer_win("mate-in-5", 55, 20, -2),
        longer_win("long-mate", 60, 20, -1),
        {.name = "quiet-key",
         .hidden = 10,
         .paradox = 14,
         .shown_by = ShownBy::FirstMoves,
         .meaning = "no first move of a longer win gives check"},
        {.name = "miniature", .meaning = "seven men at most"},
        {.name = "aristocrat", .meaning = "no pawns"},
        {.name = "plain", .shown_by = ShownBy::Others, .meaning = common.plain},
    }};
    static_assert(own + last.size() <= 64);
    std::array<ThemeDefinition, own + last.size()> all;
    std::copy(last.begin(), last.end(), std::copy(themes.begin(), themes.end(), all.begin()));
    return all;
}

/// Inserts the themes that every catalogue ends with, once all others are known: `moves` in which the win is
/// forced, at least 1; whether a first move gives check; the pieces of the diagram, and whether there are
/// pawns among them.
template <const ThemeCatalogue& catalogue>
void insert_common_themes(ThemeSet& themes, bool in_check, int moves, bool checks, int pieces, bool pawns) {
    themes.insert_if(theme<catalogue>("in-check"), in_check);
    themes.insert_if(theme<catalogue>("quiet-key"), moves > 1 && !checks);
    if (moves > 1) {
        const auto longer = static_cast<std::size_t>(std::min(moves, 6) - 2);
        themes.insert(ThemeNumber(theme<catalogue>("mate-in-2").place() + longer));
    }
    themes.insert_if(theme<catalogue>("plain"), themes.empty());
    themes.insert_if(theme<catalogue>("miniature"), pieces <= 7);
    themes.insert_if(theme<catalogue>("aristocrat"), !pawns);
}

/// Whether one of some first moves gives check.
template <class P, class Moves>
bool any_checks(const P& position, const Moves& moves) {
    return std::any_of(moves.begin(), moves.end(), [&](const auto& move) {
        const P after = position.play(move);
        return after.turn() != position.turn() && after.in_check();
    });
}

}  // namespace octomate::games

/// What composers see in the last position of a mate, in the words of their field. The same for every game
/// with a king: who attacks whom is the game's own.
namespace octomate::mate_picture {

/// A mated king. A set of squares is an unsigned number, of 64 bits or of 128; the game's
/// `attackers(board, square, side, occupied)` returns the pieces that would attack a square if those were
/// occupied.
template <class Board, class Set>
struct Mated {
    const Board& board;
    Color winner;
    Set king;      ///< the square of the king alone
    Set field;     ///< the squares next to the king
    Set officers;  ///< of the winner: all pieces but king and pawns

    Set own() const { return board.of(!winner); }
    Set all() const { return board.occupied(); }

    /// The winner's pieces that would attack a square (a set of one).
    Set attackers_of(Set square, Set occupied) const {
        int place = 0;
        if constexpr (sizeof(Set) > 8) {
            if (static_cast<std::uint64_t>(square) == 0) square >>= place = 64;
        }
        place += std::countr_zero(static_cast<std::uint64_t>(square));
        return attackers(board, place, winner, occupied);
    }
};

/// What bars the squares next to a mated king.
template <class Set>
struct Picture {
    Set checkers = 0;  ///< the winner's pieces that attack the king
    Set guards = 0;    ///< those that attack the king or a square next to it
    Set blocks = 0;    ///< the king's own pieces next to it
    bool pure =
        true;  ///< each square next to the king is barred once: by a piece of its own, or by one guard
    bool smothered = true;  ///< a piece of its own stands on each of them
};

/// The king himself hides no line.
template <class Board, class Set>
Picture<Set> look(const Mated<Board, Set>& mated) {
    const Set own = mated.own(), checkers = mated.attackers_of(mated.king, mated.all());
    Picture<Set> picture{checkers, checkers, mated.field & own, true, (mated.field & ~own) == 0};
    for (Set rest = mated.field; rest != 0; rest &= rest - 1) {
        const Set square = rest & (~rest + 1);
        const Set by = mated.attackers_of(square, mated.all() & ~mated.king);
        const bool one = by != 0 && (by & (by - 1)) == 0;
        picture.pure = picture.pure && ((square & own) != 0 ? by == 0 : one);
        picture.guards |= by;
    }
    return picture;
}

/// How pure a mate is; each holds what stands before it.
enum class Purity : std::uint8_t {
    None,
    Pure,   ///< each square next to the king is barred once; a double check is allowed
    Model,  ///< and every officer of the winner takes part
    Ideal,  ///< and all pieces on the board do
};

/// Pieces take part by what they bar, or because one pins the other.
template <class Board, class Set>
Purity purity(const Mated<Board, Set>& mated, const Picture<Set>& picture) {
    if (!picture.pure) return Purity::None;
    const Set all = mated.all();
    Set part = picture.guards | picture.blocks | mated.king;
    if ((all & ~part) != 0) {
        for (Set rest = mated.own() & ~mated.king; rest != 0; rest &= rest - 1) {
            const Set piece = rest & (~rest + 1);
            const Set pinning = mated.attackers_of(mated.king, all & ~piece) & ~picture.checkers;
            if (pinning != 0) part |= piece | pinning;
        }
    }
    if ((mated.officers & ~part) != 0) return Purity::Pure;
    return (all & ~part) != 0 ? Purity::Model : Purity::Ideal;
}

/// Inserts what a mate looks like into themes of a game.
template <const ThemeCatalogue& catalogue, class Board, class Set>
void insert_themes(ThemeSet& themes, const Mated<Board, Set>& mated) {
    const Picture<Set> picture = look(mated);
    const Purity shown = purity(mated, picture);
    themes.insert_if(theme<catalogue>("smothered-mate"), picture.smothered);
    themes.insert_if(theme<catalogue>("pure-mate"), shown >= Purity::Pure);
    themes.insert_if(theme<catalogue>("model-mate"), shown >= Purity::Model);
    themes.insert_if(theme<catalogue>("ideal-mate"), shown >= Purity::Ideal);
}

}  // namespace octomate::mate_picture
