#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "core/color.hpp"
#include "themes/theme.hpp"

namespace octomate::generate {

/// The theme by which a puzzle is sorted among others: of those that it shows the first of this list, in
/// which the rarer ones stand before the more common ones. `Theme::FaceSwitch` if it shows none of them.
constexpr themes::Theme leading_theme(themes::ThemeSet shown) {
    using themes::Theme;
    constexpr Theme by_rarity[] = {
        Theme::TeleportSwitch,  Theme::OnlyUnderpromotion, Theme::ThroughKing,    Theme::PushedKing,
        Theme::ForcedPromotion, Theme::CascadePromotion,   Theme::SmotheredMate,  Theme::KingCapture,
        Theme::Underpromotion,  Theme::PawnMate,           Theme::Cascade5,       Theme::Cascade4,
        Theme::FreeChoice,      Theme::DoubleCheck,        Theme::DisplacedMan,   Theme::Teleport,
        Theme::DiscoveredCheck, Theme::ManSwitch,          Theme::ModelMate,      Theme::Promotion,
        Theme::Cascade3,        Theme::FreeMove,           Theme::StoppedCascade, Theme::Cascade,
    };
    for (const Theme theme : by_rarity) {
        if (shown.contains(theme)) return theme;
    }
    return Theme::FaceSwitch;
}

/// A number for puzzles that are alike: of one side, with as many winning faces (three or more count as
/// three) and the same leading theme.
constexpr std::uint32_t group_of(Color turn, std::size_t winning_faces, themes::ThemeSet shown) {
    const auto faces = static_cast<std::uint32_t>(std::min<std::size_t>(winning_faces, 3));
    return static_cast<std::uint32_t>(index(turn)) +
           2 * (faces + 4 * static_cast<std::uint32_t>(leading_theme(shown)));
}

}  // namespace octomate::generate
