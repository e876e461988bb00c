#pragma once

#include <bit>
#include <cstdint>

#include "core/color.hpp"
#include "core/themes.hpp"

/// What composers see in the last position of a mate, in the words of their field. The same for every game
/// with a king: who attacks whom is the game's own.
namespace octomate::mate_picture {

/// A king who stands mated. A set of squares is an unsigned number, of 64 bits or of 128; the game's
/// `attackers(board, square, side, occupied)` tells who would attack a square if those were occupied.
template <class Board, class Set>
struct Mated {
    const Board& board;
    Color winner;
    Set king;      ///< his square alone
    Set field;     ///< the squares next to him
    Set officers;  ///< of the winner: all his men but king and pawns

    Set own() const { return board.of(!winner); }
    Set all() const { return board.occupied(); }

    /// The winner's men who would attack a square (a set of one).
    Set attackers_of(Set square, Set occupied) const {
        int place = 0;
        if constexpr (sizeof(Set) > 8) {
            if (static_cast<std::uint64_t>(square) == 0) square >>= place = 64;
        }
        place += std::countr_zero(static_cast<std::uint64_t>(square));
        return attackers(board, place, winner, occupied);
    }
};

/// Who bars the squares next to a mated king.
template <class Set>
struct Picture {
    Set checkers = 0;       ///< the winner's men who attack the king
    Set guards = 0;         ///< those who attack him or a square next to him
    Set blocks = 0;         ///< the king's own men next to him
    bool pure = true;       ///< each square next to him is barred once: by a man of his own, or by one guard
    bool smothered = true;  ///< a man of his own stands on each of them
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
    Ideal,  ///< and everybody on the board does
};

/// Men take part by what they bar, or because one pins the other.
template <class Board, class Set>
Purity purity(const Mated<Board, Set>& mated, const Picture<Set>& picture) {
    if (!picture.pure) return Purity::None;
    const Set all = mated.all();
    Set part = picture.guards | picture.blocks | mated.king;
    if ((all & ~part) != 0) {
        for (Set rest = mated.own() & ~mated.king; rest != 0; rest &= rest - 1) {
            const Set man = rest & (~rest + 1);
            const Set pinning = mated.attackers_of(mated.king, all & ~man) & ~picture.checkers;
            if (pinning != 0) part |= man | pinning;
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
