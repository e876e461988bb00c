#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "core/color.hpp"
#include "games/superpermutation/theme.hpp"

namespace octomate::make {

/// The theme by which a puzzle is sorted among others: of those that it shows the first of this list, in
/// which the rarer ones (among economical puzzles from play) stand before the more common ones.
/// `Theme::Plain` if it shows none of them.
constexpr themes::Theme leading_theme(themes::ThemeSet shown) {
    using themes::Theme;
    constexpr Theme by_rarity[] = {
        Theme::KingCapture,     Theme::Cascade7,         Theme::Cascade6,           Theme::ForcedPromotion,
        Theme::Cascade5,        Theme::TeleportSwitch,   Theme::OnlyUnderpromotion, Theme::Cascade4,
        Theme::PushedKing,      Theme::CascadePromotion, Theme::ThroughKing,        Theme::Teleport,
        Theme::DiscoveredCheck, Theme::FreeChoice,       Theme::Promotion,          Theme::SmotheredMate,
        Theme::DoubleCheck,     Theme::Cascade3,         Theme::DisplacedMan,       Theme::PawnMate,
        Theme::Cascade2,        Theme::FreeMove,         Theme::ManSwitch,          Theme::FaceSwitch,
        Theme::StoppedCascade,  Theme::Cascade1,         Theme::ModelMate,
    };
    for (const Theme theme : by_rarity) {
        if (shown.contains(theme)) return theme;
    }
    return Theme::Plain;
}

/// A number for puzzles that are alike: of one side, with as many winning faces (three or more count as
/// three) and the same leading theme.
constexpr std::uint32_t group_of(Color turn, std::size_t winning_faces, themes::ThemeSet shown) {
    const auto faces = static_cast<std::uint32_t>(std::min<std::size_t>(winning_faces, 3));
    return static_cast<std::uint32_t>(index(turn)) +
           2 * (faces + 4 * static_cast<std::uint32_t>(leading_theme(shown)));
}

}  // namespace octomate::make
