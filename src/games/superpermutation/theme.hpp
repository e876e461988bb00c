#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/themes.hpp"

namespace octomate::superpermutation {

/// What a puzzle can show, in the order in which themes are written. `theme_definitions` says what each
/// means.
enum class Theme : std::uint8_t {
    Cascade,
    Cascade1,
    Cascade2,
    Cascade3,
    Cascade4,
    Cascade5,
    Cascade6,
    Cascade7,
    ThroughOwnMen,
    ThroughEnemyMen,
    ThroughKing,
    PushedKing,
    StoppedCascade,
    Teleport,
    KingCapture,
    Promotion,
    Underpromotion,
    CascadePromotion,
    ForcedPromotion,
    DiscoveredCheck,
    DoubleCheck,
    DisplacedMan,
    PawnMate,
    SmotheredMate,
    ModelMate,
    FreeMove,
    FaceSwitch,
    LoneCascade,
    OnlyUnderpromotion,
    ManSwitch,
    FreeChoice,
    TeleportSwitch,
    InCheck,
    MateIn2,
    MateIn3,
    MateIn4,
    MateIn5,
    LongMate,
    Plain,
};

inline constexpr std::size_t theme_count = static_cast<std::size_t>(Theme::Plain) + 1;

/// One for each theme: name, meaning, points of difficulty (how much harder such a mate is to see) and of
/// quality (how much a composer is pleased by it), and its place among those that lead: the rarer ones (among
/// economical puzzles from play) stand before the more common ones. A theme that always comes with another
/// one adds to its points. A "mate" is a move that wins on one of the faces, a "bound" face one that binds
/// the move to its file. In a mate in more than one, the forced first moves take the place of the mates.
// clang-format off
inline constexpr std::array<ThemeDefinition, theme_count> theme_definitions = {{
    {"cascade",
     "a mate swaps with one man or more", 4, 0, 0},
    {"cascade-1",
     "a mate whose cascade is one swap long", 2, 1, 26},
    {"cascade-2",
     "a mate whose cascade is two swaps long", 5, 4, 21},
    {"cascade-3",
     "a mate whose cascade is three swaps long", 8, 6, 18},
    {"cascade-4",
     "a mate whose cascade is four swaps long", 11, 8, 8},
    {"cascade-5",
     "a mate whose cascade is five swaps long", 14, 10, 5},
    {"cascade-6",
     "a mate whose cascade is six swaps long", 17, 12, 3},
    {"cascade-7",
     "a mate whose cascade is seven swaps long", 20, 14, 2},
    {"through-own-men",
     "a mate's cascade passes a man of the mover's own, not his king", 1, 1, 0},
    {"through-enemy-men",
     "a mate's cascade passes a man of the opponent's, not his king", 1, 1, 0},
    {"through-king",
     "a mate's cascade passes a king, own or enemy", 5, 5, 11},
    {"pushed-king",
     "a mate's cascade pushes the opponent's king to the square where he is mate", 8, 8, 9},
    {"stopped-cascade",
     "a mate's check ends its cascade: the square in front of the mover's last is occupied", 2, 2, 25},
    {"teleport",
     "a mate is a teleport", 8, 4, 12},
    {"king-capture",
     "a mate is a capture by the king", 3, -3, 1},  // brute force, as composers say
    {"promotion",
     "a mate promotes the pawn that moves", 1, 2, 15},
    {"underpromotion",
     "a mate promotes the pawn that moves to a rook, bishop or knight", 4, 2, 0},
    {"cascade-promotion",
     "a mate promotes the pawn that moves at the end of a cascade", 6, 6, 10},
    {"forced-promotion",
     "a mate's cascade pushes a pawn of the opponent's to its last rank, where it promotes", 10, 12, 4},
    {"discovered-check",
     "a mate in which a man that did not move attacks the king, who did not move either", 6, 5, 13},
    {"double-check",
     "a mate in which two men or more attack the king", 2, 3, 17},
    {"displaced-man",
     "a mate in which a man displaced by the cascade, or the king's teleport partner, attacks the king", 8, 6, 19},
    {"pawn-mate",
     "a mate in which a pawn attacks the king", 2, 5, 20},
    {"smothered-mate",
     "a mate in which every square next to the king holds one of his own men", 1, 4, 16},
    {"model-mate",
     "a mate in which each square next to the king holds his own man or is attacked by one man, not both", 0, 14, 27},
    {"free-move",
     "a mate on a face that leaves the move free", 3, 2, 22},
    {"face-switch",
     "two bound faces or more win, each by its own mates", 5, 8, 24},
    {"lone-cascade",
     "one face alone wins, by one mate, a cascade (the article's first kind)", 3, 3, 0, ShownBy::AllFaces},
    {"only-underpromotion",
     "a pawn mates as a rook, bishop or knight where a queen would not (the article's second kind)", 12, 16, 7},
    {"man-switch",
     "two bound faces win by moves of different men (the article's third kind)", 5, 6, 23},
    {"free-choice",
     "a face that leaves the move free wins by two mates or more (the article's fourth kind)", 4, 5, 14},
    {"teleport-switch",
     "two bound faces win by a teleport each (the article's fifth kind)", 5, 10, 6},
    {"in-check",
     "the side to move is in check", -8, -4, 0, ShownBy::InCheck},
    {"mate-in-2",
     "mate in two moves, forced whatever is rolled", 30, 12, 0, ShownBy::LongerMates},
    {"mate-in-3",
     "mate in three moves, forced whatever is rolled", 40, 16, 0, ShownBy::LongerMates},
    {"mate-in-4",
     "mate in four moves, forced whatever is rolled", 48, 18, 0, ShownBy::LongerMates},
    {"mate-in-5",
     "mate in five moves, forced whatever is rolled", 55, 20, 0, ShownBy::LongerMates},
    {"long-mate",
     "mate in six moves or more, forced whatever is rolled", 60, 20, 0, ShownBy::LongerMates},
    {"plain",
     "a mate that shows none of the other themes", 0, 0, 0, ShownBy::Others},
}};
// clang-format on

inline constexpr ThemeCatalogue theme_catalogue{theme_definitions};

static_assert(theme_count <= 64);

}  // namespace octomate::superpermutation
