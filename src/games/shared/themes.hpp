#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

#include "core/themes.hpp"

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
    const auto& [in_check, longer, plain] = common;
    const std::array<ThemeDefinition, 9> last = {{
        {"in-check", "the side to move is in check", in_check.hidden, in_check.paradox, 0, ShownBy::InCheck},
        {"mate-in-2", longer[0], 30, 12, 0, ShownBy::LongerMates},
        {"mate-in-3", longer[1], 40, 16, 0, ShownBy::LongerMates},
        {"mate-in-4", longer[2], 48, 18, 0, ShownBy::LongerMates},
        {"mate-in-5", longer[3], 55, 20, 0, ShownBy::LongerMates},
        {"long-mate", longer[4], 60, 20, 0, ShownBy::LongerMates},
        {"miniature", "seven men at most", 0, 0, 0},
        {"aristocrat", "no pawns", 0, 0, 0},
        {"plain", plain, 0, 0, 0, ShownBy::Others},
    }};
    static_assert(own + last.size() <= 64);
    std::array<ThemeDefinition, own + last.size()> all;
    std::copy(last.begin(), last.end(), std::copy(themes.begin(), themes.end(), all.begin()));
    return all;
}

/// Inserts the themes that every catalogue ends with, once all others are known: `moves` in which the win is
/// forced, at least 1; the men of the diagram, and whether there are pawns among them.
template <const ThemeCatalogue& catalogue>
void insert_common_themes(ThemeSet& themes, bool in_check, int moves, int men, bool pawns) {
    themes.insert_if(theme<catalogue>("in-check"), in_check);
    if (moves > 1) {
        const auto longer = static_cast<std::size_t>(std::min(moves, 6) - 2);
        themes.insert(ThemeNumber(theme<catalogue>("mate-in-2").place() + longer));
    }
    themes.insert_if(theme<catalogue>("plain"), themes.empty());
    themes.insert_if(theme<catalogue>("miniature"), men <= 7);
    themes.insert_if(theme<catalogue>("aristocrat"), !pawns);
}

}  // namespace octomate::games
