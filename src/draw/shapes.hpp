#pragma once

#include <string>

/// Geometry of arrows: path data of SVG, with the y axis pointing down.
namespace octomate::draw {

struct Point {
    double x = 0;
    double y = 0;

    bool operator==(const Point&) const = default;
};

double distance(Point a, Point b);

/// The point at that distance from a point in the direction of another, but never past the quarter of the
/// way.
Point towards(Point from, Point to, double step);

/// The point at that distance from the first, to the left when looking towards the second.
Point beside(Point from, Point to, double step);

/// How an arrow is built, in units of the diagram (a square has 40).
struct ArrowShape {
    double shaft = 6;         ///< breadth of the shaft
    double head_length = 15;  ///< at most 60 % of the arrow's length are used
    double head_breadth = 18;
};

/// The outline of a straight arrow between two points, which differ: a closed polygon.
std::string arrow_path(Point from, Point tip, const ArrowShape& shape);

/// A curve from one point to another that swings out by `bulge` to the left of its direction, as seen on the
/// page.
std::string arc_path(Point from, Point to, double bulge);

/// The head of such a curve: a triangle whose tip is `to`.
std::string arc_head_path(Point from, Point to, double bulge, double length, double breadth);

/// A coordinate with at most one decimal.
std::string number(double value);

}  // namespace octomate::draw
