#pragma once

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "board/man.hpp"
#include "core/position.hpp"

namespace octomate::compose {

/// What the mates of a position can show.
inline constexpr std::array<std::string_view, 6> theme_names = {"cascade",   "teleport",       "king-capture",
                                                                "promotion", "underpromotion", "free-move"};

/// The themes that at least one of the mates shows: a cascade of one swap or more, a teleport, a capture by
/// the king, a promotion, one to something less than a queen, and a mate on a roll that leaves the move free.
template <class P>
std::vector<std::string_view> themes_of(const P& position, const MoveList<P>& mates) {
    const auto any = [&](auto shows) { return std::any_of(mates.begin(), mates.end(), shows); };
    const auto counts = position.count_by_roll();
    const bool shown[] = {
        any([&](auto mate) { return mate.swaps > 0; }),
        any([&](auto mate) { return mate.teleport(); }),
        any([&](auto mate) { return position.traits(mate).capture; }),
        any([&](auto mate) { return mate.promotes(); }),
        any([&](auto mate) { return mate.promotes() && mate.promotion() != board::Kind::Queen; }),
        !mates.empty() &&
            std::any_of(counts.begin(), counts.end(), [](std::size_t count) { return count == 0; })};
    std::vector<std::string_view> themes;
    for (std::size_t at = 0; at < theme_names.size(); ++at) {
        if (shown[at]) themes.push_back(theme_names[at]);
    }
    return themes;
}

}  // namespace octomate::compose
