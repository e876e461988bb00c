#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/types.hpp"

namespace octomate::draw {

/// A ply of a curve. Chances are White's, from 0 to 1.
struct CurvePly {
    int move = 1;  ///< its number
    Color turn = Color::White;
    double before = 0.5;           ///< before the roll
    std::optional<double> rolled;  ///< with it; none: not known
    double played = 0.5;           ///< after the move
    std::string sign;              ///< "??", "?", "?!" or nothing
    std::string words;             ///< shown when the pointer is on it
};

/// The course of a game: chances by plies.
struct GameCurve {
    std::string title;
    std::vector<std::string> lines;  ///< what stands below the title
    std::vector<CurvePly> plies;     ///< at least one
    double end = 0.5;                ///< White's chance behind the last of them
    double striking = 0.1;           ///< from which luck on a roll is set off
};

/// Returns the curve as an SVG document, 720 pixels wide. White's share of each moment is light, Black's
/// dark, so that it can be read on paper of any colour. What the roll brought is half a step to the right;
/// the strip below has the luck alone, up for White. Signs mark the moves that made the difference.
std::string draw_curve(const GameCurve& curve);

}  // namespace octomate::draw
