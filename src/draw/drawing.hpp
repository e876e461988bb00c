#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "draw/ground.hpp"
#include "draw/leaf.hpp"
#include "draw/scene.hpp"

namespace octomate::draw {

/// The size of a diagram in its own units, and where the board's upper left corner lies in it.
struct Frame {
    explicit Frame(const Scene& scene);

    static constexpr int left = 24, top = 10, bottom = 40;
    static constexpr int shelf = 23;  ///< the height of each, below the board
    int board_width, board_height;
    int width, height;

    double aspect() const { return static_cast<double>(width) / height; }
};

/// The name of what stamps show on a highlighted square.
inline constexpr std::string_view mark_drawing = "o-mark";

/// The elements of SVG that show a scene, all but the ground. With `stamps` the men and the highlighted
/// squares go there instead, in units of the diagram.
std::string draw_scene(const Scene& scene, std::vector<Stamp>* stamps = nullptr);

}  // namespace octomate::draw
