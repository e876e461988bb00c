#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/color.hpp"

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

/// The size of a curve in its own units.
struct CurveSize {
    int width = 720;
    int height = 0;
};
CurveSize size_of(const GameCurve& curve);

/// The curve as an SVG document, `width` pixels wide. White's share of each moment is light, Black's dark, so
/// that it can be read on paper of any colour; half a step further stands what the roll brought, in the strip
/// below it the luck alone, up for White. Signs stand where the move was made.
std::string draw_curve(const GameCurve& curve, int width);

}  // namespace octomate::draw
