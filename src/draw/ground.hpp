#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "draw/scene.hpp"
#include "draw/shapes.hpp"

namespace octomate::draw {

/// The length of a square's side, in units of a diagram.
inline constexpr int square_side = 40;

/// A board without men, its coordinates and its labels. Its upper left corner is where diagrams count from.
struct Ground {
    int files = 0;
    int ranks = 0;
    bool flip = false;
    std::vector<std::string> labels;

    /// The column of a file, or the file of a column; so it is with ranks and rows.
    int column(int file) const { return flip ? files - 1 - file : file; }
    int row(int rank) const { return flip ? rank : ranks - 1 - rank; }

    /// The upper left corner of a square.
    Point corner(Square square) const {
        return {static_cast<double>(column(square % files) * square_side),
                static_cast<double>(row(square / files) * square_side)};
    }

    Point centre(Square square) const {
        const Point at = corner(square);
        return {at.x + square_side / 2.0, at.y + square_side / 2.0};
    }

    bool operator==(const Ground&) const = default;
};

Ground ground_of(const Scene& scene);

/// The elements of SVG that show it.
std::string draw_ground(const Ground& ground);

/// A text of a kind that the style sheet names, in the middle of which x lies.
std::string text_at(double x, double y, std::string_view kind, std::string_view text);

}  // namespace octomate::draw
