#include "draw/shapes.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <vector>

namespace octomate::draw {

namespace {

Point operator+(Point a, Point b) { return {a.x + b.x, a.y + b.y}; }
Point operator-(Point a, Point b) { return {a.x - b.x, a.y - b.y}; }
Point operator*(Point a, double factor) { return {a.x * factor, a.y * factor}; }

double length(Point a) { return std::hypot(a.x, a.y); }
Point unit(Point a) { return a * (1 / length(a)); }

/// A quarter turn to the left as seen on the page.
Point left_of(Point a) { return {a.y, -a.x}; }

std::string text(Point a) { return number(a.x) + ' ' + number(a.y); }

std::string polygon(const std::vector<Point>& corners) {
    std::string path;
    for (const Point corner : corners) path.append(path.empty() ? "M" : "L").append(text(corner));
    return path + 'Z';
}

Point control(Point from, Point to, double bulge) {
    return (from + to) * 0.5 + left_of(unit(to - from)) * (2 * bulge);
}

}  // namespace

double distance(Point a, Point b) { return length(b - a); }

Point towards(Point from, Point to, double step) {
    const double whole = distance(from, to);
    return whole == 0 ? from : from + (to - from) * (std::min(step, whole / 4) / whole);
}

Point beside(Point from, Point to, double step) { return from + left_of(unit(to - from)) * step; }

std::string number(double value) {
    const double rounded = std::round(value * 10) / 10;
    return fmt::format("{:g}", rounded == 0 ? 0 : rounded);  // no "-0"
}

std::string arrow_path(Point from, Point tip, const ArrowShape& shape) {
    assert(from != tip);
    const Point along = unit(tip - from);
    const Point left = left_of(along);
    const double whole = length(tip - from);
    const double head = std::min(shape.head_length, whole * 0.6);
    const Point neck = tip - along * head;
    const Point shaft = left * (shape.shaft / 2), barb = left * (shape.head_breadth / 2);
    return polygon({from + shaft, neck + shaft, neck + barb, tip, neck - barb, neck - shaft, from - shaft});
}

std::string arc_path(Point from, Point to, double bulge) {
    return fmt::format("M{}Q{} {}", text(from), text(control(from, to, bulge)), text(to));
}

std::string arc_head_path(Point from, Point to, double bulge, double head_length, double breadth) {
    const Point along = unit(to - control(from, to, bulge));
    const Point neck = to - along * head_length, barb = left_of(along) * (breadth / 2);
    return polygon({neck + barb, to, neck - barb});
}

}  // namespace octomate::draw
