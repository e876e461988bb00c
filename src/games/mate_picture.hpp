#pragma once

#include <cstdint>

#include "core/themes.hpp"

/// What composers see in the last position of a mate, in the words of their field. The same for every game
/// with a king: who attacks whom is the game's own.
namespace octomate::mate_picture {

/// Who bars the squares next to a mated king. A set of squares is an unsigned number, of 64 bits or of 128.
template <class Set>
struct Picture {
    Set checkers = 0;       ///< the winner's men who attack the king
    Set guards = 0;         ///< those who attack him or a square next to him
    Set blocks = 0;         ///< the king's own men next to him
    bool pure = true;       ///< each square next to him is barred once: by a man of his own, or by one guard
    bool smothered = true;  ///< a man of his own stands on each of them
};

/// `field`: the squares next to the king; `own`: his side's men; `checkers`: who attacks him;
/// `guards(square)`: the winner's men who attack a square (a set of one), the king himself hiding no line.
template <class Set, class Guards>
Picture<Set> look(Set field, Set own, Set checkers, Guards guards) {
    Picture<Set> picture{checkers, checkers, field & own, true, (field & ~own) == 0};
    for (Set rest = field; rest != 0; rest &= rest - 1) {
        const Set square = rest & (~rest + 1);
        const Set by = guards(square);
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
    Model,  ///< and every officer of the winner takes part: all but his king and pawns
    Ideal,  ///< and everybody on the board does
};

/// The men of a board after a mate.
template <class Set>
struct Men {
    Set king = 0;      ///< the mated one alone
    Set own = 0;       ///< his side, himself included
    Set winners = 0;   ///< the other side
    Set officers = 0;  ///< of the winners
};

/// Men take part by what they bar, or because one pins the other. `attackers(without)`: the winners who would
/// attack the king if the man of that square (a set of one) were gone.
template <class Set, class Attackers>
Purity purity(const Picture<Set>& picture, const Men<Set>& men, Attackers attackers) {
    if (!picture.pure) return Purity::None;
    Set part = picture.guards | picture.blocks | men.king;
    const Set all = men.own | men.winners;
    if ((all & ~part) != 0) {
        for (Set rest = men.own & ~men.king; rest != 0; rest &= rest - 1) {
            const Set man = rest & (~rest + 1);
            const Set pinning = attackers(man) & ~picture.checkers;
            if (pinning != 0) part |= man | pinning;
        }
    }
    if ((men.officers & ~part) != 0) return Purity::Pure;
    return (all & ~part) != 0 ? Purity::Model : Purity::Ideal;
}

/// Inserts what a mate of this purity shows into themes of a game.
template <class Theme>
void insert_purity(ThemeSet& themes, Purity purity) {
    themes.insert_if(Theme::PureMate, purity >= Purity::Pure);
    themes.insert_if(Theme::ModelMate, purity >= Purity::Model);
    themes.insert_if(Theme::IdealMate, purity >= Purity::Ideal);
}

/// Inserts what the men of a diagram are called: a miniature has seven at most, an aristocrat no pawn.
template <class Theme>
void insert_form(ThemeSet& themes, int men, bool pawns) {
    themes.insert_if(Theme::Miniature, men <= 7);
    themes.insert_if(Theme::Aristocrat, !pawns);
}

}  // namespace octomate::mate_picture
