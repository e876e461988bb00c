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

/// The properties, chosen by a game, of the themes that all games have.
struct CommonThemes {
    struct {
        int hidden;
        int paradox;
    } in_check;  ///< the points of the theme "in-check"
    /// Meanings of the themes of wins in two, three, four, five, and more moves.
    std::array<std::string_view, 5> longer_wins;
    std::string_view plain;  ///< meaning of the theme "plain"
};

/// Returns a catalogue: the game's own `themes`, followed by the themes that all games have.
template <std::size_t own_count>
constexpr auto with_common_themes(const std::array<ThemeDefinition, own_count>& themes,
                                  const CommonThemes& common) {
    const auto longer_win = [&](std::string_view name, int hidden, int paradox, int lead) {
        return ThemeDefinition{.name = name,
                               .hidden = hidden,
                               .paradox = paradox,
                               .lead = lead,
                               .shown_by = ShownBy::LongerMates,
                               .meaning = common.longer_wins[static_cast<std::size_t>(lead + 5)]};
    };
    const std::array<ThemeDefinition, 10> shared = {{
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
    static_assert(own_count + shared.size() <= 64);
    std::array<ThemeDefinition, own_count + shared.size()> catalogue;
    std::copy(shared.begin(), shared.end(), std::copy(themes.begin(), themes.end(), catalogue.begin()));
    return catalogue;
}

/// Inserts those themes of a puzzle that all games have. `themes` must already hold the game's own themes.
/// `moves`: the length of the forced win, at least 1; `checks`: whether a first move gives check; `pieces`:
/// the number of pieces in the diagram; `pawns`: whether some of them are pawns.
template <const ThemeCatalogue& catalogue>
void insert_common_themes(ThemeSet& themes, bool in_check, int moves, bool checks, int pieces, bool pawns) {
    themes.insert_if(theme<catalogue>("in-check"), in_check);
    themes.insert_if(theme<catalogue>("quiet-key"), moves > 1 && !checks);
    if (moves > 1) {
        const auto longer = static_cast<std::size_t>(std::min(moves, 6) - 2);
        themes.insert(ThemeNumber(theme<catalogue>("mate-in-2").index() + longer));
    }
    themes.insert_if(theme<catalogue>("plain"), themes.empty());
    themes.insert_if(theme<catalogue>("miniature"), pieces <= 7);
    themes.insert_if(theme<catalogue>("aristocrat"), !pawns);
}

/// Returns whether at least one of `moves`, which must be legal in `position`, gives check.
template <class P, class Moves>
bool any_gives_check(const P& position, const Moves& moves) {
    return std::any_of(moves.begin(), moves.end(), [&](const auto& move) {
        const P after = position.play(move);
        return after.turn() != position.turn() && after.in_check();
    });
}

}  // namespace octomate::games

/// Recognises pure, model, ideal and smothered mates, as problemists define them, in the final position of a
/// mate. Works for every game with a king; the game provides the attacks.
namespace octomate::mate_picture {

/// A mated king and its surroundings. `Set` is a set of squares: an unsigned integer of 64 or 128 bits. The
/// game must have a function `attackers(board, square, side, occupied)`, which returns the pieces of `side`
/// that would attack `square` if the squares of `occupied` were occupied.
template <class Board, class Set>
struct Mated {
    const Board& board;
    Color winner;
    Set king;      ///< the set of one square, the king's
    Set field;     ///< the squares next to the king
    Set officers;  ///< the winner's pieces other than king and pawns

    /// Returns the pieces of the mated side.
    Set losers_pieces() const { return board.of(!winner); }

    /// Returns the winner's pieces that attack `square` (a set of one square) if `occupied` blocks lines.
    Set attackers_of(Set square, Set occupied) const {
        int index = 0;
        if constexpr (sizeof(Set) > 8) {
            if (static_cast<std::uint64_t>(square) == 0) square >>= index = 64;
        }
        index += std::countr_zero(static_cast<std::uint64_t>(square));
        return attackers(board, index, winner, occupied);
    }
};

/// The pieces that deny a mated king the squares next to it.
template <class Set>
struct Picture {
    Set checkers = 0;  ///< the winner's pieces that attack the king
    Set guards = 0;    ///< the winner's pieces that attack the king or a square next to it
    Set blocks = 0;    ///< pieces of the mated side next to the king
    /// Whether each square next to the king is either occupied by its side or attacked by exactly one piece.
    bool pure = true;
    bool smothered = true;  ///< whether each square next to the king holds a piece of the king's side
};

/// Returns the picture of a mate. The king does not block lines to the squares next to it, because it would
/// leave its own square.
template <class Board, class Set>
Picture<Set> picture_of(const Mated<Board, Set>& mated) {
    const Set own = mated.losers_pieces();
    const Set occupied = mated.board.occupied(), checkers = mated.attackers_of(mated.king, occupied);
    Picture<Set> picture{checkers, checkers, mated.field & own, true, (mated.field & ~own) == 0};
    for (Set rest = mated.field; rest != 0; rest &= rest - 1) {
        const Set square = rest & (~rest + 1);
        const Set guards = mated.attackers_of(square, occupied & ~mated.king);
        const bool one_guard = guards != 0 && (guards & (guards - 1)) == 0;
        picture.pure = picture.pure && ((square & own) != 0 ? guards == 0 : one_guard);
        picture.guards |= guards;
    }
    return picture;
}

/// How pure a mate is. Each level includes the conditions of the levels before it.
enum class Purity : std::uint8_t {
    None,
    Pure,   ///< see Picture::pure; double check is allowed
    Model,  ///< every officer of the winner takes part in the mate
    Ideal,  ///< all pieces on the board take part in the mate
};

/// Returns how pure a mate is. A piece takes part if it is a guard or a block of the picture, or if it pins
/// or is pinned.
template <class Board, class Set>
Purity purity(const Mated<Board, Set>& mated, const Picture<Set>& picture) {
    if (!picture.pure) return Purity::None;
    const Set occupied = mated.board.occupied();
    Set participants = picture.guards | picture.blocks | mated.king;
    if ((occupied & ~participants) != 0) {
        for (Set rest = mated.losers_pieces() & ~mated.king; rest != 0; rest &= rest - 1) {
            const Set piece = rest & (~rest + 1);
            const Set pinning = mated.attackers_of(mated.king, occupied & ~piece) & ~picture.checkers;
            if (pinning != 0) participants |= piece | pinning;
        }
    }
    if ((mated.officers & ~participants) != 0) return Purity::Pure;
    return (occupied & ~participants) != 0 ? Purity::Model : Purity::Ideal;
}

/// Inserts the themes of smothered, pure, model and ideal mates that `mated` shows.
template <const ThemeCatalogue& catalogue, class Board, class Set>
void insert_themes(ThemeSet& themes, const Mated<Board, Set>& mated) {
    const Picture<Set> picture = picture_of(mated);
    const Purity level = purity(mated, picture);
    themes.insert_if(theme<catalogue>("smothered-mate"), picture.smothered);
    themes.insert_if(theme<catalogue>("pure-mate"), level >= Purity::Pure);
    themes.insert_if(theme<catalogue>("model-mate"), level >= Purity::Model);
    themes.insert_if(theme<catalogue>("ideal-mate"), level >= Purity::Ideal);
}

}  // namespace octomate::mate_picture
