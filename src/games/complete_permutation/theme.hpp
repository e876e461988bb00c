#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/themes.hpp"

namespace octomate::complete_permutation {

/// What a puzzle can show, in the order in which themes are written. `theme_definitions` says what each
/// means.
enum class Theme : std::uint8_t {
    FalconMate,
    RoundTheCorner,
    WingedMate,
    KnightMate,
    DoubleCheck,
    DiscoveredCheck,
    KingSwap,
    KingUncovers,
    LongKingMove,
    EnPassant,
    Promotion,
    SeventhRank,
    Underpromotion,
    StaysAPawn,
    CrueltyAvoided,
    LastRescue,
    TwoPawns,
    PawnMate,
    SmotheredMate,
    ModelMate,
    Sacrifice,
    LongShot,
    InCheck,
    MateIn2,
    MateIn3,
    MateIn4,
    MateIn5,
    LongMate,
    Plain,
};

inline constexpr std::size_t theme_count = static_cast<std::size_t>(Theme::Plain) + 1;

/// Name, meaning, points of difficulty and quality, place among those that lead; see ThemeDefinition. In a
/// mate in more than one, the forced first moves take the place of the mates.
// clang-format off
inline constexpr std::array<ThemeDefinition, theme_count> theme_definitions = {{
    {"falcon-mate",
     "a mate in which a man attacks the king by a falcon's move", 6, 4, 14},
    {"round-the-corner",
     "a mate in which a falcon's move attacks the king by one open path of its three", 4, 5, 7},
    {"winged-mate",
     "a mate in which a winged piece attacks the king", 1, 1, 20},
    {"knight-mate",
     "a mate in which a man attacks the king by a knight's move", 2, 2, 18},
    {"double-check",
     "a mate in which two men or more attack the king", 3, 4, 12},
    {"discovered-check",
     "a mate in which a man that did not move attacks the king", 6, 5, 11},
    {"king-swap",
     "a mate is a king's exchange with a piece of his own", 12, 12, 2},
    {"king-uncovers",
     "a mate in which the king himself uncovers the man that attacks", 8, 7, 5},
    {"long-king-move",
     "a mate is a king's move of two steps or of a knight's kind", 6, 5, 6},
    {"en-passant",
     "a mate captures en passant", 10, 9, 3},
    {"promotion",
     "a mate promotes a pawn", 2, 2, 16},
    {"seventh-rank",
     "a mate promotes a pawn on the seventh rank", 5, 4, 10},
    {"underpromotion",
     "a mate promotes a pawn to a piece, where one of the reserve with as many components, or more, would not mate", 8, 10, 4},
    {"stays-a-pawn",
     "a pawn that might promote on the seventh rank mates as a pawn", 8, 9, 1},
    {"cruelty-avoided",
     "another move of the side that mates would lose by Mental Cruelty", 3, 3, 15},
    {"last-rescue",
     "a mate promotes a pawn to the only piece of the reserve", 4, 5, 9},
    {"two-pawns",
     "a mate is a turn of two pawns, neither of which mates alone", 8, 8, 8},
    {"pawn-mate",
     "a mate in which a pawn attacks the king", 3, 5, 13},
    {"smothered-mate",
     "a mate in which every square next to the king holds one of his own men", 2, 5, 17},
    {"model-mate",
     "a mate in which each square next to the king holds his own man or is attacked by one man, not both", 0, 12, 22},
    {"sacrifice",
     "a mate by a man who stands where an enemy man other than the king attacks him, and cannot be taken", 3, 3, 21},
    {"long-shot",
     "a mate by a man who comes from eight squares away or farther", 4, 2, 19},
    {"in-check",
     "the side to move is in check", -6, -3, 0, ShownBy::InCheck},
    {"mate-in-2",
     "forced mate in two moves", 30, 12, 0, ShownBy::LongerMates},
    {"mate-in-3",
     "forced mate in three moves", 40, 16, 0, ShownBy::LongerMates},
    {"mate-in-4",
     "forced mate in four moves", 48, 18, 0, ShownBy::LongerMates},
    {"mate-in-5",
     "forced mate in five moves", 55, 20, 0, ShownBy::LongerMates},
    {"long-mate",
     "forced mate in six moves or more", 60, 20, 0, ShownBy::LongerMates},
    {"plain",
     "a mate that shows none of the other themes", 0, 0, 0, ShownBy::Others},
}};
// clang-format on

inline constexpr ThemeCatalogue theme_catalogue{theme_definitions};

static_assert(theme_count <= 64);

}  // namespace octomate::complete_permutation
