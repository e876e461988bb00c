#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/types.hpp"

namespace octomate::draw {

/// A ply of a game curve. All chances are White's, from 0 to 1.
struct CurvePly {
    int move = 1;  ///< the move number
    Color turn = Color::White;
    double before = 0.5;           ///< chance before the roll
    std::optional<double> rolled;  ///< chance after the roll; nullopt if unknown
    double played = 0.5;           ///< chance after the move
    std::string sign;              ///< "??", "?", "?!" or empty
    std::string tooltip;           ///< text shown when the mouse is over a mark of the ply
};

/// White's chance over the course of a game, ply by ply.
struct GameCurve {
    std::string title;
    std::vector<std::string> lines;  ///< lines of text below the title
    std::vector<CurvePly> plies;     ///< at least one ply
    double end = 0.5;                ///< White's chance after the last ply
    double striking = 0.1;           ///< luck of at least this size is highlighted
};

/// Returns the curve as an SVG document, 720 pixels wide. The area below the curve is light, for White, and
/// the area above it dark, for Black. Each ply has a point before the roll and, half a step to the right, a
/// point after it. The strip below the chart shows the luck of each roll, upwards if White gains. Signs mark
/// mistakes.
std::string draw_curve(const GameCurve& curve);

}  // namespace octomate::draw
